use crate::check;

#[test]
fn spelled_abbreviations() {
    check(&[
        ("a c l and p c l are intact", "ACL and PCL are intact"),
        ("n c c t k u b", "NCCT KUB"),
        ("m r c p", "MRCP"),
        ("a c t scan of the chest", "A CT scan of the chest"),
        ("an m r i of the brain", "An MRI of the brain"),
        ("c b d is dilated", "CBD is dilated"),
        ("c b d ten mm", "CBD 10 mm"),
        ("left a c a territory", "Left ACA territory"),
        ("i v contrast", "IV contrast"),
        ("h r c t chest", "HRCT chest"),
        ("t f c c tear", "TFCC tear"),
        ("o p l l", "OPLL"),
        ("A C L tear", "ACL tear"),
        ("x y z q", "XYZQ"),
        ("a p x l x h", "AP x l x h"),
    ]);
}

#[test]
fn abbreviations_heard_as_words() {
    check(&[
        ("ct and mri of the brain", "CT and MRI of the brain"),
        ("acl is torn", "ACL is torn"),
        ("iv contrast", "IV contrast"),
        ("cranial nerves iii iv and vi", "Cranial nerves III IV and VI"),
        ("all of us", "All of us"),
        ("a pin in the hip", "A pin in the hip"),
    ]);
}

#[test]
fn names_have_capitals() {
    check(&[
        ("the circle of willis is normal", "The circle of Willis is normal"),
        ("hill sachs lesion", "Hill-Sachs lesion"),
        ("bakers cyst", "Baker's cyst"),
        ("haglund's deformity", "Haglund's deformity"),
        ("pouch of morison", "Pouch of Morison"),
        ("ampulla of vater", "Ampulla of Vater"),
        ("meckel's diverticulum", "Meckel's diverticulum"),
        ("schmorls nodes at l three", "Schmorl's nodes at L3"),
    ]);
}

#[test]
fn terms() {
    check(&[
        ("few sub centimetric nodes", "Few subcentimetric nodes"),
        ("x ray of the chest", "X-ray of the chest"),
        ("ca nineteen nine is raised", "CA 19-9 is raised"),
        (
            "t one iso intense t two hyper intense",
            "T1 isointense T2 hyperintense",
        ),
        ("c t with three d reconstruction", "CT with 3D reconstruction"),
        ("e g f r of forty five", "eGFR of 45"),
        ("a comm aneurysm", "ACom aneurysm"),
        ("f eighteen f d g", "F-18 FDG"),
    ]);
}

#[test]
fn people_and_spelled_letters() {
    check(&[
        (
            "informed doctor sharma at four thirty p m",
            "Informed doctor Sharma at 4:30 pm",
        ),
        (
            "the referring doctor was informed",
            "The referring doctor was informed",
        ),
        ("e t tube in situ", "ET tube in situ"),
        ("right r a p d", "Right RAPD"),
        (
            "left ventricle comma e d v one hundred and eighty six ml",
            "Left ventricle, EDV 186 mL",
        ),
        ("m r i t two images", "MRI T2 images"),
        ("s slash p cholecystectomy", "S/p cholecystectomy"),
    ]);
}
