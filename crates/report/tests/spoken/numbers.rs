use crate::check;

#[test]
fn sizes_have_digits_and_units() {
    check(&[
        ("three point two by four point one centimeters", "3.2 x 4.1 cm"),
        ("three by four centimeters", "3 x 4 cm"),
        (
            "a fourteen by nine by six millimeter lesion",
            "A 14 x 9 x 6 mm lesion",
        ),
        (
            "measures two point five into one point eight cm",
            "Measures 2.5 x 1.8 cm",
        ),
        ("three centimeters by four centimeters", "3 x 4 cm"),
        ("twelve mm by eight mm by seven mm", "12 x 8 x 7 mm"),
        ("one centimeter by eight millimeters", "1 cm x 8 mm"),
        ("five x six mm nodule", "5 x 6 mm nodule"),
        ("three cross four cm", "3 x 4 cm"),
        ("zero point eight centimetres", "0.8 cm"),
        ("point five cm nodule", "0.5 cm nodule"),
        ("one point zero five millimetre", "1.05 mm"),
        ("two point twenty five cm", "2.25 cm"),
        ("one and a half centimeters", "1.5 cm"),
        ("a seven m m calculus", "A 7 mm calculus"),
        ("eighty seven millimeter aneurysm", "87 mm aneurysm"),
        ("one hundred and twelve mm", "112 mm"),
        (
            "a two hundred fifty six by two hundred fifty six matrix",
            "A 256 x 256 matrix",
        ),
        ("Three point two CM", "3.2 cm"),
        ("twenty-two millimeters", "22 mm"),
        (
            "craniocaudal by ap by transverse",
            "Craniocaudal x AP x transverse",
        ),
    ]);
}

#[test]
fn ranges_give_both_numbers_the_unit_of_the_second() {
    check(&[
        ("three to four millimeters", "3 to 4 mm"),
        ("between five and six centimeters", "Between 5 and 6 cm"),
        ("two or three mm", "2 or 3 mm"),
        ("fifty to seventy percent stenosis", "50 to 70% stenosis"),
        ("seven and five mm nodules", "7 and 5 mm nodules"),
        (
            "ranging from two to eight mm in size",
            "Ranging from 2 to 8 mm in size",
        ),
        ("three hyphen four mm", "3-4 mm"),
        (
            "the larger one and five mm nodules",
            "The larger one and 5 mm nodules",
        ),
    ]);
}

#[test]
fn units_other_than_of_length() {
    check(&[
        ("forty hounsfield units", "40 HU"),
        ("minus eighty five hounsfield units", "-85 HU"),
        (
            "an attenuation of negative twenty h u",
            "An attenuation of -20 HU",
        ),
        ("h u of forty", "HU of 40"),
        ("eighty milliliters of contrast", "80 mL of contrast"),
        ("five ml per second", "5 mL/s"),
        ("one twenty ml at three ml per second", "120 mL at 3 mL/s"),
        (
            "post void residue of thirty five cc",
            "Post void residue of 35 cc",
        ),
        ("ninety percent stenosis", "90% stenosis"),
        ("less than fifty per cent", "Less than 50%"),
        ("fifteen degrees of angulation", "15 degrees of angulation"),
        ("s u v max of five point two", "SUVmax of 5.2"),
        ("suv of twelve", "SUV of 12"),
        ("one point five tesla scanner", "1.5 Tesla scanner"),
        ("one twenty kilovolts", "120 kV"),
        ("four point two millisieverts", "4.2 mSv"),
        ("eight milligrams per deciliter", "8 mg/dL"),
        ("an area of three square centimeters", "An area of 3 cm²"),
    ]);
}

#[test]
fn small_numbers_in_prose_stay_words_and_larger_ones_become_digits() {
    check(&[
        ("two nodules are seen", "Two nodules are seen"),
        (
            "one of the nodules is calcified",
            "One of the nodules is calcified",
        ),
        ("there are three small cysts", "There are three small cysts"),
        ("twelve nodules", "12 nodules"),
        ("a calcium score of one hundred fifteen", "A calcium score of 115"),
        ("two thousand and nine", "2009"),
        ("one thousand two hundred and six", "1206"),
        (
            "at this point five nodules are seen",
            "At this point five nodules are seen",
        ),
        ("at one point in time", "At one point in time"),
        ("zero", "Zero"),
        ("no one is there", "No one is there"),
        ("a number of nodules", "A number of nodules"),
        ("increased in number", "Increased in number"),
    ]);
}

#[test]
fn ages_and_times() {
    check(&[
        ("a forty five year old male", "A 45-year-old male"),
        ("a six month old child", "A 6-month-old child"),
        ("follow up in three to six months", "Follow up in 3 to 6 months"),
        ("pain for three days", "Pain for 3 days"),
        ("six o clock position", "6 o'clock position"),
        ("from one to two o'clock", "From 1 to 2 o'clock"),
        (
            "at the eleven thirty o'clock position",
            "At the 11:30 o'clock position",
        ),
    ]);
}

#[test]
fn dates() {
    check(&[
        ("dated twelfth of march twenty twenty four", "Dated 12 March 2024"),
        ("on march twelfth twenty twenty four", "On March 12, 2024"),
        ("twenty second june two thousand twenty three", "22 June 2023"),
        ("the scan of the fifth of may", "The scan of the 5 May"),
        ("since january nineteen ninety eight", "Since January 1998"),
        ("twelve slash three slash twenty twenty four", "12/3/2024"),
        (
            "the second may represent a cyst",
            "The second may represent a cyst",
        ),
        ("this may two weeks later", "This may 2 weeks later"),
    ]);
}

#[test]
fn ordinals_are_written_in_digits_for_ribs_and_from_the_tenth_on() {
    check(&[
        ("fracture of the left fifth rib", "Fracture of the left 5th rib"),
        ("third to fifth ribs", "3rd to 5th ribs"),
        (
            "second, third and fourth anterior ribs",
            "2nd, 3rd and 4th anterior ribs",
        ),
        ("base of the fifth metatarsal", "Base of the 5th metatarsal"),
        ("twelfth rib", "12th rib"),
        ("twenty first", "21st"),
        ("third ventricle", "Third ventricle"),
        ("second ostium", "Second ostium"),
        (
            "the first and second portions of the duodenum",
            "The first and second portions of the duodenum",
        ),
    ]);
}

#[test]
fn negative_scores() {
    check(&[
        ("t score of minus two point five", "T-score of -2.5"),
        (
            "t score is minus one point eight and z score is minus one",
            "T-score is -1.8 and Z-score is -1",
        ),
        ("negative for embolism", "Negative for embolism"),
        ("with plus minus without contrast", "With ± without contrast"),
    ]);
}

#[test]
fn fractions_and_rates_of_other_sorts() {
    check(&[
        ("oh point five to one centimetre nodules", "0.5 to 1 cm nodules"),
        ("nought point three millimetres", "0.3 mm"),
        ("five point oh by four point oh centimetres", "5.0 x 4.0 cm"),
        ("three dot two cm", "3.2 cm"),
        ("a hundred and eighty degrees", "180 degrees"),
        ("point zero five", "0.05"),
        (
            "at least two thirds of the vessel",
            "At least two thirds of the vessel",
        ),
        ("blood pressure one forty over ninety", "Blood pressure 140/90"),
        ("a ratio of two to one", "A ratio of 2:1"),
        ("r v colon l v ratio one point two", "RV:LV ratio 1.2"),
        (
            "three centimetres a p by four centimetres transverse by five centimetres c c",
            "3 cm AP x 4 cm transverse x 5 cm CC",
        ),
        ("three dash four mm", "3-4 mm"),
    ]);
}

#[test]
fn identifiers() {
    check(&[
        ("m r n nine eight oh four three two", "MRN 980432"),
        (
            "phone number nine eight seven six five four three two one zero",
            "Phone number 9876543210",
        ),
        ("one two three", "One two three"),
    ]);
}

#[test]
fn dates_in_figures() {
    check(&[
        ("twelve three twenty twenty four", "12/3/2024"),
        ("twelfth of the third twenty twenty four", "12/3/2024"),
        (
            "dated o five slash o six slash twenty twenty three",
            "Dated 05/06/2023",
        ),
        ("january the fifth twenty twenty five", "January 5, 2025"),
        ("twelfth march", "12 March"),
        ("twenty oh five", "2005"),
    ]);
}

#[test]
fn a_size_below_one_has_two_sides() {
    check(&[
        ("point eight by point six cm", "0.8 x 0.6 cm"),
        (
            "measures point six into point four centimetres",
            "Measures 0.6 x 0.4 cm",
        ),
        ("at this point five nodules", "At this point five nodules"),
        ("next point three mm aneurysm", "Next point 3 mm aneurysm"),
    ]);
}

#[test]
fn an_age_that_is_joined_in_part_is_one_age() {
    check(&[
        ("Forty six-year-old female", "46-year-old female"),
        ("thirty-two year-old man", "32-year-old man"),
    ]);
}
