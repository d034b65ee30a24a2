//! Stages and classifications.

use crate::check;

#[test]
fn tnm() {
    check(&[
        ("t three n one m zero", "T3 N1 M0"),
        ("p t two n zero", "pT2 N0"),
        ("y p t one n zero", "ypT1 N0"),
        ("stage c t three b n two m zero", "Stage cT3b N2 M0"),
        ("stage c t two an zero", "Stage cT2a N0"),
        ("t four a n two b m one", "T4a N2b M1"),
        ("staging colon t three n one", "Staging: T3 N1"),
        ("stage t i s n zero", "Stage Tis N0"),
        ("t two n signal", "T2 n signal"),
        ("t two and c t images", "T2 and CT images"),
        ("t one m two segment", "T1 M2 segment"),
    ]);
}

#[test]
fn li_rads() {
    check(&[
        ("l r m", "LR-M"),
        ("l r t r viable", "LR-TR viable"),
        ("l r five observation", "LR-5 observation"),
        ("li rads t i v", "LI-RADS TIV"),
        ("t r four nodule", "TR4 nodule"),
    ]);
}

#[test]
fn scores() {
    check(&[
        ("aspects of seven out of ten", "ASPECTS of 7 out of 10"),
        ("aspects ten", "ASPECTS 10"),
        ("the aspects of the tumour", "The aspects of the tumour"),
        ("chiari one malformation", "Chiari 1 malformation"),
        ("hunt and hess grade two", "Hunt and Hess grade 2"),
        ("w f n s grade one", "WFNS grade 1"),
        ("k l grade three", "KL grade 3"),
        ("child pugh b", "Child-Pugh B"),
        ("graf type two b", "Graf type IIb"),
        ("scheltens m t a two", "Scheltens MTA 2"),
        ("isup grade group one", "ISUP grade group 1"),
        ("gartland three", "Gartland 3"),
        ("garden type four", "Garden type IV"),
        ("tici two b", "TICI 2b"),
        ("pi qual four", "PI-QUAL 4"),
        ("hunt hess two", "Hunt-Hess 2"),
        ("modified fisher grade four", "Modified Fisher grade 4"),
        ("two out of three phases", "2 out of 3 phases"),
        ("grade two by four", "Grade 2/4"),
        ("power five by five", "Power 5/5"),
        (
            "t score of minus two and z score of plus one point five",
            "T-score of -2 and Z-score of +1.5",
        ),
    ]);
}

#[test]
fn modifiers() {
    check(&[
        ("cad rads three slash p two", "CAD-RADS 3/P2"),
        ("cad rads two slash n", "CAD-RADS 2/N"),
        ("cad rads four a slash p three slash s", "CAD-RADS 4A/P3/S"),
        ("type a aortic dissection", "Type A aortic dissection"),
        ("a o type a three", "AO type A3"),
        ("a o b two fracture", "AO B2 fracture"),
        ("hepatitis b", "Hepatitis B"),
    ]);
}

#[test]
fn stations_and_segments() {
    check(&[
        ("station four r and four l nodes", "Station 4R and 4L nodes"),
        ("stations two r four r and ten l", "Stations 2R 4R and 10L"),
        ("station ten r nodes", "Station 10R nodes"),
        ("segment b six", "Segment B6"),
        ("segments s six to s ten", "Segments S6 to S10"),
        ("a one and a two segments", "A1 and A2 segments"),
        ("level two a and two b nodes", "Level IIA and IIB nodes"),
        ("l two three and l three four", "L2-L3 and L3-L4"),
    ]);
}

#[test]
fn lists_and_parts_of_stages() {
    check(&[
        ("types one and two", "Types 1 and 2"),
        ("grades two and three", "Grades 2 and 3"),
        ("figo stage one b two", "FIGO stage IB2"),
        ("figo three c one", "FIGO IIIC1"),
        ("dejour b", "Dejour B"),
        ("breast density c", "Breast density C"),
        ("p s m a rads four", "PSMA-RADS 4"),
        ("b t rads three b", "BT-RADS 3B"),
        ("node rads three", "Node-RADS 3"),
        (
            "caton deschamps index of one point two",
            "Caton-Deschamps index of 1.2",
        ),
    ]);
}
