//! The findings, class by class of language. Each case is a dictation, the sentences that it contradicts and the ones beside them
//! that stay.

use crate::support::{findings, report};

fn check(dictated: &str, go: &[&str], stay: &[&str]) {
    let lines: Vec<&str> = go.iter().chain(stay).copied().collect();
    let report = report(dictated, &format!("FINDINGS:\n{}", lines.join("\n")));
    let left = findings(&report);
    for line in go {
        assert!(!left.contains(line), "left beside {dictated}: {line}");
    }
    for line in stay {
        assert!(left.contains(line), "lost beside {dictated}: {line}");
    }
}

#[test]
fn a_finding_of_a_group_is_one_of_its_members_and_what_is_excepted_stays() {
    check(
        "There is pansinusitis.",
        &[
            "Right maxillary sinus is well aerated.",
            "Frontal sinuses are clear.",
            "Sphenoid sinus is well pneumatised.",
        ],
        &["Nasal septum is in the midline."],
    );
    check(
        "All sinuses are opacified except the sphenoid sinus.",
        &[
            "Right maxillary sinus is well aerated.",
            "Frontal sinuses are clear.",
        ],
        &["Sphenoid sinus is well pneumatised."],
    );
    check(
        "Mucosal thickening in both maxillary sinuses.",
        &[
            "Right maxillary sinus is well aerated.",
            "Left maxillary sinus is well aerated.",
        ],
        &["Frontal sinuses are clear."],
    );
    check(
        "Multilevel disc desiccation.",
        &["L3-L4 disc is normal.", "L5-S1 disc is preserved."],
        &["Conus is normal."],
    );
    check(
        "The rotator cuff is torn.",
        &[
            "Supraspinatus tendon is intact.",
            "Subscapularis tendon is normal.",
        ],
        &["Long head of biceps tendon is intact."],
    );
    check(
        "Polyarthritis with erosions of the metacarpophalangeal joints.",
        &["Metacarpophalangeal joints are normal."],
        &["Flexor tendons are normal."],
    );
    check(
        "Tricompartmental osteoarthritis.",
        &[
            "Medial compartment is normal.",
            "Lateral compartment is normal.",
            "Patellofemoral joint is normal.",
        ],
        &["Anterior cruciate ligament is intact."],
    );
    check(
        "Both menisci show degenerative change.",
        &["Medial meniscus is normal.", "Lateral meniscus is normal."],
        &["Anterior cruciate ligament is intact."],
    );
    check(
        "Carpal bones show multiple erosions.",
        &["Scaphoid is normal.", "Carpal bones are normal."],
        &["Distal radius is normal."],
    );
}

#[test]
fn another_side_level_or_part_stays() {
    check(
        "Left mastoid is sclerotic.",
        &["Left mastoid is well pneumatised."],
        &[
            "Right mastoid is well pneumatised.",
            "Left middle ear cavity is clear.",
        ],
    );
    check(
        "Small central protrusion at C5-C6 indenting the thecal sac.",
        &["C5-C6 disc is normal."],
        &["C4-C5 disc is normal.", "Cervical lordosis is maintained."],
    );
    check(
        "Grade 1 retrolisthesis of L5 on S1.",
        &["Vertebral alignment is normal."],
        &["Lumbar lordosis is normal.", "Marrow signal is normal."],
    );
    check(
        "Wedge compression fracture of L1 with 30 percent height loss.",
        &["Vertebral body heights are maintained."],
        &["Lumbar lordosis is normal.", "L4-L5 disc is normal."],
    );
    check(
        "Undisplaced fracture of the capitate.",
        &["Carpal bones are normal."],
        &[
            "Remaining carpal bones are normal.",
            "Scaphoid is normal.",
            "Lunate is normal.",
            "Carpal alignment is normal.",
        ],
    );
    check(
        "Undisplaced fracture of the scaphoid.",
        &["Scaphoid is normal."],
        &["Remaining carpal bones are normal.", "Lunate is normal."],
    );
    check(
        "AVN of the right femoral head with subchondral collapse.",
        &["Right femoral head shows normal contour and signal."],
        &[
            "Left femoral head shows normal contour and signal.",
            "Acetabular labrum is intact.",
        ],
    );
    check(
        "Right thyroid lobe shows a 2 cm nodule.",
        &["Right thyroid lobe is homogeneous."],
        &["Left thyroid lobe is homogeneous."],
    );
    check(
        "Vocal cord palsy on the left.",
        &["Vocal cords are symmetrical."],
        &["Epiglottis is normal."],
    );
    check(
        "Right optic nerve is thickened and enhances.",
        &["Right optic nerve is normal."],
        &["Left optic nerve is normal.", "Globes are normal."],
    );
    check(
        "Right knee. Previous medial meniscectomy.",
        &["Medial meniscus is normal."],
        &["Lateral meniscus is normal."],
    );
    check(
        "Bilateral facet joint arthrosis at L4-L5.",
        &["Facet joints are normal."],
        &["L4-L5 disc is normal."],
    );
    check(
        "L4-L5 and L5-S1 discs show posterior bulges with annular tears.",
        &[
            "L4-L5 disc shows normal height and signal with no bulge.",
            "L5-S1 disc shows normal height and signal with no bulge.",
        ],
        &["L3-L4 disc shows normal height and signal with no bulge."],
    );
    check(
        "Right foraminal stenosis at C6-C7.",
        &["No neural foraminal narrowing."],
        &["Spinal canal is normal in calibre."],
    );
    check(
        "Old lacunar infarct in the left thalamus.",
        &["Thalami are normal."],
        &["No acute infarct.", "Right basal ganglia are normal."],
    );
    check(
        "Meniscal extrusion of the medial meniscus with root tear.",
        &["Medial meniscus is intact."],
        &["Lateral meniscus is intact."],
    );
    check(
        "Grade 2 sprain of the MCL.",
        &["Medial collateral ligament is intact."],
        &["Lateral collateral ligament is intact."],
    );
    check(
        "Left hip effusion.",
        &["No left hip joint effusion."],
        &["No right hip joint effusion."],
    );
    check(
        "Right orbit shows an intraconal mass displacing the optic nerve.",
        &["Orbits are normal."],
        &["Left optic nerve is normal.", "Paranasal sinuses are clear."],
    );
    check(
        "Conus lies at L3.",
        &["Conus terminates at L1 and is normal."],
        &[],
    );
    check(
        "Rest of the study is normal. Right sphenoid sinus polyp.",
        &["Sphenoid sinuses are clear."],
        &["Frontal sinuses are clear."],
    );
}

#[test]
fn an_altered_respect_takes_its_line() {
    check(
        "Loss of cervical lordosis with muscle spasm.",
        &["Cervical curvature is preserved."],
        &["C5-C6 disc is normal.", "Prevertebral soft tissue is normal."],
    );
    check(
        "Raised FLAIR signal in the left hippocampus.",
        &["Hippocampi are symmetrical with normal signal."],
        &["White matter signal is normal."],
    );
    check(
        "The patella is high riding.",
        &["Patella is normal in position."],
        &["Patellar tendon is intact."],
    );
    check(
        "Cord is atrophic with increased T2 signal from C4 to C6.",
        &["Cord is normal in calibre and signal."],
        &["Vertebral body heights are maintained."],
    );
    check(
        "Ventricles are dilated out of proportion to the sulci.",
        &["Ventricles are normal in size."],
        &["Basal ganglia are normal."],
    );
    check(
        "Loss of grey-white differentiation in the left MCA territory.",
        &["Grey-white differentiation is preserved."],
        &["Ventricles are normal in size."],
    );
    check(
        "Left vertebral artery is hypoplastic.",
        &["Left vertebral artery is normal in calibre."],
        &["Right vertebral artery is normal in calibre."],
    );
    check(
        "Straightening of the lumbar spine.",
        &["Lumbar lordosis is maintained."],
        &["Vertebral bodies are normal in height."],
    );
    check(
        "Cerebellar tonsils are 8 mm below the foramen magnum.",
        &["Cerebellar tonsils are normal in position."],
        &["Fourth ventricle is normal."],
    );
    check(
        "Mild scoliosis convex to the right.",
        &["Spinal alignment is normal."],
        &["Discs are normal in height."],
    );
}

#[test]
fn unknown_words_and_operations_leave_nothing_normal() {
    check(
        "The right middle cerebral artery cannot be assessed due to motion.",
        &["Right middle cerebral artery is patent."],
        &["Left middle cerebral artery is patent."],
    );
    check(
        "Reconstructed ACL with intact graft.",
        &["Anterior cruciate ligament is normal."],
        &["Posterior cruciate ligament is normal."],
    );
    check(
        "Total hip replacement in situ.",
        &["Femoral head is normal.", "Acetabular labrum is intact."],
        &["Gluteal tendons are intact."],
    );
    check(
        "Achilles tendon shows a spindle shaped swelling.",
        &["Achilles tendon is normal."],
        &["Plantar fascia is normal."],
    );
    check(
        "Plantar fascia looks frayed and lumpy.",
        &["Plantar fascia is normal."],
        &["Achilles tendon is normal."],
    );
    check(
        "The facial nerve canal takes an aberrant course on the left.",
        &["Left facial nerve canal is normal."],
        &["Right facial nerve canal is normal."],
    );
    check("Uterus is retroverted.", &[], &["Uterus is normal in size."]);
    check(
        "Discectomy and fusion at C5-C6.",
        &["C5-C6 disc is normal."],
        &["C6-C7 disc is normal."],
    );
    check(
        "Submandibular glands not well visualised due to dental artefact.",
        &["Submandibular glands are normal."],
        &["Thyroid gland is normal."],
    );
    check(
        "Cochlear implant is seen on the right.",
        &["Right cochlea is normal."],
        &["Left cochlea is normal."],
    );
    check(
        "Anterior talofibular ligament is not visualised.",
        &["Anterior talofibular ligament is intact."],
        &["Calcaneofibular ligament is intact."],
    );
    check(
        "Hyperostosis of the right frontal bone.",
        &["Calvarium is normal."],
        &["Paranasal sinuses are clear."],
    );
    check(
        "TFCC could not be assessed.",
        &["Triangular fibrocartilage complex is intact."],
        &["Scapholunate ligament is intact."],
    );
}

#[test]
fn a_denial_falls_to_every_name_of_what_it_denies() {
    check(
        "Extradural haematoma over the left temporal convexity.",
        &["No extra-axial collection.", "No intracranial haemorrhage."],
        &["Ventricles are normal."],
    );
    check(
        "Subdural hygroma on the right.",
        &["No extra-axial collection."],
        &[],
    );
    check(
        "Retropharyngeal abscess.",
        &[
            "Retropharyngeal space is not thickened.",
            "No collection in the neck.",
        ],
        &["Parotid glands are normal."],
    );
    check(
        "Large joint effusion with synovial thickening.",
        &["No joint effusion."],
        &["Anterior cruciate ligament is intact."],
    );
}

#[test]
fn what_only_the_impression_says_counts() {
    check(
        "Findings: Spleen is normal. Impression: acute fracture of the L2 vertebra.",
        &["No fracture.", "Vertebral bodies are normal."],
        &["Conus is normal."],
    );
}

#[test]
fn a_denial_in_other_words_stands_once() {
    check(
        "No stone in the gallbladder.",
        &["No radiopaque gallstone is seen."],
        &["No renal calculus."],
    );
    check(
        "No restricted diffusion is seen.",
        &["No restricted diffusion is seen to suggest acute infarct."],
        &["No midline shift."],
    );
}

#[test]
fn what_is_normal_except_for_a_finding_is_not_normal_there() {
    for (dictated, goes, stays) in [
        (
            "Everything is normal except for acromioclavicular joint osteoarthritis with inferior osteophytes.",
            "Acromioclavicular joint is normal.",
            "Glenoid labrum is intact.",
        ),
        (
            "The ligaments are normal except for a tear of the anterior cruciate ligament.",
            "Anterior cruciate ligament is intact.",
            "Medial meniscus is intact.",
        ),
        (
            "Acute infarct in the left thalamus.",
            "Deep grey nuclei are normal.",
            "Corpus callosum is normal.",
        ),
        (
            "Stricture of the left hepatic duct.",
            "Left hepatic duct is normal.",
            "Right hepatic duct is normal.",
        ),
        (
            "The tumour in the left peripheral zone breaches the capsule.",
            "Prostatic capsule is intact.",
            "Right seminal vesicle is normal.",
        ),
        (
            "Ulnar variance is positive.",
            "Ulnar variance is neutral.",
            "Distal radius and ulna are normal.",
        ),
        (
            "Left vertebral artery dissection is seen at C2.",
            "No arterial dissection.",
            "Basilar artery is normal.",
        ),
        (
            "Basal septum is hypertrophied to 21 mm.",
            "Myocardial thickness is normal.",
            "Cardiac valves are unremarkable.",
        ),
        (
            "The mitral valve is thickened.",
            "Cardiac valves are unremarkable.",
            "No pericardial effusion.",
        ),
    ] {
        check(dictated, &[goes], &[stays]);
    }
}
