//! Text that is already written comes out as it went in.

use report::spoken::write;

const WRITTEN: &[&str] = &[
    "",
    "The liver is normal in size and attenuation. No focal lesion.",
    "T2 hyperintense 3 x 4 cm lesion in segment VIII, previously 2.5 x 3 cm.",
    "FINDINGS:\n- Lungs: clear.\n- Heart: normal.\n\nIMPRESSION:\n1. No acute abnormality.\n2. Follow-up in 6 months.",
    "FINDINGS:\n- Colon is unremarkable.\n- Colon: normal.\n• Colon shows diverticula.",
    "L4-L5: diffuse disc bulge, 3.5 mm (image #4), right > left.",
    "BI-RADS 4A. PI-RADS 3. Fazekas grade 1. Segment IVa.",
    "The examination was performed on 10-14-05 at 5 mL/s; 120 kV, -30 HU, 50% stenosis.",
    "Findings were reported to Dr. Xyz on 04/30/07 at 1715 hours.",
    "There is a \"high ankle sprain\" of the ligament (series #6, images #7-12).",
    "Kager's fat; Haglund's deformity; circle of Willis, non-insertional.",
    "A 45-year-old male with pain for 3 days.",
    "The sigmoid colon is normal. Over a period of 2 weeks.",
    "Two nodules, one of them calcified, in the right upper lobe.",
    "Right kidney: normal.\tLeft kidney: ___ x ___ mm, [right/left].",
    "Line one  with two spaces.\r\nLine two.\n\n\nLine five.   ",
    "  Indented text",
    "\n\n",
    "Communicated to the ER; a 3.4 cm x 2.5 cm collection; Baker cyst; chest x-ray; 100 mL at 5 mL/s.",
    "C3-C4, C4-5 and C5/6; D12-L1; T1 and T2 images; T2*.",
    "Größe 5 × 6 mm, naïve ≥ 5 mm – the “old” lesion’s edge 🫁.",
    "Circle of Willis; CIRCLE OF WILLIS; tunnel inlet 17 mm2; contrast in two phases; St James's and Parks.",
    "ADC 0.8 x 10^-3 mm²/s; reported at 9:30 am; cT2a N0; T4-T5-T6; R2* 42 Hz; CAD-RADS 4A/P3/S; 120 kVp, 200 mAs.",
    "Type II synchondrosis; cranial nerves III, IV and VI; FIGO stage IB; LR-5; TR4; OM1.",
];

#[test]
fn written_text_is_not_touched() {
    for text in WRITTEN {
        assert_eq!(write(text).text, *text);
    }
}

#[test]
fn writing_twice_is_writing_once() {
    let spoken = [
        "three point two by four point one centimeters full stop new line l four l five colon disc bulge full stop",
        "impression number one grade two anterolisthesis of l five number two birads four a",
        "t two hyperintense lesion in segment four a measuring three to four mm at six o clock position period",
        "dated twelfth of march twenty twenty four comma fracture of the fifth rib open bracket healed close bracket",
        "end diastolic volume colon one hundred six milliliters ejection fraction colon fifty eight percent",
    ];
    for text in spoken {
        let once = write(text).text;
        assert_eq!(write(&once).text, once);
    }
}
