use crate::check;

#[test]
fn reporting_systems() {
    check(&[
        ("birads four a", "BI-RADS 4A"),
        ("bi rads category four a", "BI-RADS category 4A"),
        ("b i rads three", "BI-RADS 3"),
        ("pi rads four", "PI-RADS 4"),
        ("pirads score five", "PI-RADS score 5"),
        ("li rads five", "LI-RADS 5"),
        ("l r five", "LR-5"),
        ("ti rads three nodule", "TI-RADS 3 nodule"),
        ("t r four nodule", "TR4 nodule"),
        ("lung rads four b", "Lung-RADS 4B"),
        (
            "lung rads two a small nodule is seen",
            "Lung-RADS 2 a small nodule is seen",
        ),
        (
            "cad rads 4 a moderate stenosis of the mid rca",
            "CAD-RADS 4 a moderate stenosis of the mid RCA",
        ),
        ("cad rads 4 a full stop", "CAD-RADS 4A."),
        ("birads 4 b", "BI-RADS 4B"),
        ("birads 4 a biopsy is advised", "BI-RADS 4 a biopsy is advised"),
        ("lung rads category two", "Lung-RADS category 2"),
        ("o rads three", "O-RADS 3"),
        ("o rads m r i three", "O-RADS MRI 3"),
        ("cad rads two", "CAD-RADS 2"),
        ("BI-RADS 4A", "BI-RADS 4A"),
    ]);
}

#[test]
fn gradings_and_classifications() {
    check(&[
        ("modic type two", "Modic type 2"),
        ("fazekas grade two", "Fazekas grade 2"),
        ("grade three a", "Grade 3A"),
        ("type two b", "Type 2B"),
        ("figo stage three c", "FIGO stage IIIC"),
        ("bosniak two f cyst", "Bosniak IIF cyst"),
        ("bosniak category three", "Bosniak category III"),
        ("salter harris type two", "Salter-Harris type II"),
        ("pfirrmann grade four", "Pfirrmann grade 4"),
        ("kellgren lawrence grade three", "Kellgren-Lawrence grade 3"),
        (
            "gleason score three plus four equals seven",
            "Gleason score 3+4=7",
        ),
        ("gleason four plus three", "Gleason 4+3"),
        ("aspects ten", "ASPECTS 10"),
        ("all aspects are normal", "All aspects are normal"),
        ("agatston score is zero", "Agatston score is 0"),
        ("type two endoleak", "Type 2 endoleak"),
        ("li rads category m", "LI-RADS category M"),
        ("stanford type a dissection", "Stanford type A dissection"),
        ("weber b fracture", "Weber B fracture"),
        ("a type a personality", "A type a personality"),
        ("ribs three to seven", "Ribs 3 to 7"),
        ("ribs five six and seven", "Ribs 5 6 and 7"),
        ("stage t three b n two m zero", "Stage T3b N2 M0"),
        ("zone three", "Zone 3"),
    ]);
}

#[test]
fn segments_are_roman() {
    check(&[
        ("segment eight of liver", "Segment VIII of liver"),
        ("segment four a", "Segment IVa"),
        ("segment two and three", "Segment II and III"),
        ("segments five to eight", "Segments V to VIII"),
        (
            "segments six and seven of the liver",
            "Segments VI and VII of the liver",
        ),
        ("segment two slash three", "Segment II/III"),
        ("segments five six and seven", "Segments V VI and VII"),
        ("segment ten", "Segment 10"),
        ("segment 8", "Segment 8"),
        ("m two segment", "M2 segment"),
    ]);
}

#[test]
fn nodal_levels_are_roman_and_other_levels_are_not() {
    check(&[
        ("level three node", "Level III node"),
        ("level two a lymph nodes", "Level IIA lymph nodes"),
        (
            "levels two and three lymph nodes",
            "Levels II and III lymph nodes",
        ),
        ("station four r", "Station 4R"),
        ("stations four r and seven", "Stations 4R and 7"),
        (
            "lymph nodes in level two three and four",
            "Lymph nodes in level II III and IV",
        ),
        ("trauma level two", "Trauma level 2"),
    ]);
}

#[test]
fn images_and_series() {
    check(&[
        ("series three image twelve", "Series 3 image 12"),
        (
            "series number six images number twelve to fourteen",
            "Series 6 images 12 to 14",
        ),
        ("image number sixteen", "Image 16"),
        ("images four to seven", "Images 4 to 7"),
    ]);
}
