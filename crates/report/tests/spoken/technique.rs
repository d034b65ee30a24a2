//! Numbers of an examination: doses, times, strengths, rates.

use crate::check;

#[test]
fn powers_of_ten() {
    check(&[
        (
            "adc of one point one times ten to the minus three millimetres squared per second",
            "ADC of 1.1 x 10^-3 mm²/s",
        ),
        (
            "zero point seven by ten to the power minus three mm squared per second",
            "0.7 x 10^-3 mm²/s",
        ),
        (
            "a value of one point two into ten raised to minus three",
            "A value of 1.2 x 10^-3",
        ),
        ("ten to the six", "10^6"),
        ("ten to three days", "10 to 3 days"),
        ("from eight to ten to twelve mm", "From eight to 10 to 12 mm"),
    ]);
}

#[test]
fn readings_of_three_figures() {
    check(&[
        ("one twenty kVp and two hundred m a s", "120 kVp and 200 mAs"),
        (
            "omnipaque three fifty eighty ml at four ml per second",
            "Omnipaque 350 80 mL at 4 mL/s",
        ),
        ("iohexol three fifty", "Iohexol 350"),
        ("one twenty eight slice ct", "128 slice CT"),
        ("a five twelve matrix", "A 512 matrix"),
        ("minus one twenty hounsfield units", "-120 HU"),
        ("one oh five HU", "105 HU"),
        ("matrix of two fifty six by two fifty six", "Matrix of 256 x 256"),
        (
            "a mass measuring one twenty by ninety mm",
            "A mass measuring 120 x 90 mm",
        ),
        ("series four image one twenty three", "Series 4 image 123"),
        ("agatston score of one twenty", "Agatston score of 120"),
        ("native t one of ten fifty ms", "Native T1 of 1050 ms"),
        (
            "there is one twenty millimetre nodule",
            "There is one 20 mm nodule",
        ),
        ("grade two thirty percent stenosis", "Grade 2 30% stenosis"),
        ("segment two twenty mm cyst", "Segment II 20 mm cyst"),
    ]);
}

#[test]
fn a_second_is_also_a_time() {
    check(&[
        ("seventy second delay", "70 second delay"),
        ("scan at thirty second intervals", "Scan at 30 second intervals"),
        ("a five second breath hold", "A 5 second breath hold"),
        ("twenty second of march", "22 March"),
        ("forty second week", "42nd week"),
        ("second opinion", "Second opinion"),
        ("first and second ribs", "1st and 2nd ribs"),
        ("on the second day", "On the second day"),
        ("wait a second", "Wait a second"),
    ]);
}

#[test]
fn times_of_the_day() {
    check(&[
        ("nine thirty a m", "9:30 am"),
        ("discussed at ten fifteen p m", "Discussed at 10:15 pm"),
        ("reported at nine a m today", "Reported at 9 am today"),
        ("fourteen hundred hours", "1400 hours"),
        ("at sixteen oh five hours", "At 16:05 hours"),
        ("fourteen thirty hours", "14:30 hours"),
        ("seen at nine thirty", "Seen at 9:30"),
        ("at seven o five a m", "At 7:05 am"),
        ("after nine thirty mm cuts", "After nine 30 mm cuts"),
    ]);
}

#[test]
fn doses_and_rates() {
    check(&[
        (
            "dose length product four hundred and fifty milligray centimetres",
            "Dose length product 450 mGy-cm",
        ),
        ("d l p four fifty m g y c m", "DLP 450 mGy-cm"),
        ("stiffness of three point two kilopascals", "Stiffness of 3.2 kPa"),
        (
            "g f r of sixty ml per minute per one point seven three metres squared",
            "GFR of 60 mL/min/1.73 m²",
        ),
        (
            "cardiac index two point eight litres per minute per square metre",
            "Cardiac index 2.8 L/min/m²",
        ),
        (
            "b value of eight hundred seconds per millimetre squared",
            "B value of 800 s/mm²",
        ),
        (
            "velocity of one hundred and twenty centimetres per second",
            "Velocity of 120 cm/s",
        ),
        (
            "peak velocity three point one metres per second",
            "Peak velocity 3.1 m/s",
        ),
        (
            "gadolinium zero point one millimole per kilogram",
            "Gadolinium 0.1 mmol/kg",
        ),
        ("p s a eight point four ng per ml", "PSA 8.4 ng/mL"),
        ("sixty hertz", "60 Hz"),
        ("three hundred milligrams iodine per ml", "300 mgI/mL"),
        (
            "twelve millilitres per minute per hundred grams",
            "12 mL/min/100 g",
        ),
        ("thirty seven degrees celsius", "37 °C"),
        (
            "lactate doublet at one point three three ppm",
            "Lactate doublet at 1.33 ppm",
        ),
        ("eighty kev monoenergetic images", "80 keV monoenergetic images"),
        (
            "one hundred k v p and two hundred and fifty m a",
            "100 kVp and 250 mA",
        ),
        ("five mils per second", "5 mL/s"),
        ("five mils of contrast", "5 mils of contrast"),
        ("eighteen gauge needle", "18 gauge needle"),
        ("twenty g needle", "20G needle"),
        ("eight f r drain", "8 Fr drain"),
        ("t r five hundred t e fifteen", "TR 500 TE 15"),
        ("field of view two forty mm", "Field of view 240 mm"),
    ]);
}

#[test]
fn magnets() {
    check(&[
        ("one point five tesla", "1.5 Tesla"),
        ("one point five t scanner", "1.5 T scanner"),
        ("three t m r i", "3 T MRI"),
    ]);
}

#[test]
fn sequences() {
    check(&[
        ("t two star and t one rho", "T2* and T1rho"),
        ("t one plus c images", "T1+C images"),
        ("r two star of forty hertz", "R2* of 40 Hz"),
        ("b eight hundred image", "b800 image"),
        (
            "b values of zero five hundred and one thousand",
            "B values of 0 500 and 1000",
        ),
        (
            "l v e d v one fifty ml comma l v e f fifty five percent",
            "LVEDV 150 mL, LVEF 55%",
        ),
    ]);
}

#[test]
fn densities() {
    check(&[
        ("a calculus of h u nine eighty", "A calculus of HU 980"),
        (
            "average hounsfield value six fifty",
            "Average Hounsfield value 650",
        ),
        ("stone density eleven hundred h u", "Stone density 1100 HU"),
        ("washout from ninety to forty h u", "Washout from 90 to 40 HU"),
        (
            "haemoglobin nine point five grams per decilitre",
            "Haemoglobin 9.5 g/dL",
        ),
    ]);
}
