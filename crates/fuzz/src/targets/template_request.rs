//! Finding a template: at most ten, the best first, the same every time, whatever the case of what is asked.

use report::modality::Modality;
use report::sex::Sex;
use templates::{MOST_MATCHES, library};

use super::with;
use crate::Target;
use crate::dictated::{as_seed, one, text, text_seeds};

pub const TARGET: Target = Target {
    name: "template_request",
    check,
    seeds,
    longest: 1_024,
};

fn seeds() -> Vec<Vec<u8>> {
    let asked = [
        "NCCT HEAD",
        "45 year old lady, CECT abdomen & pelvis",
        "mri lt knee with contrast",
        "hrct chest?",
    ];
    let asked = asked.iter().map(|request| as_seed(&[request]));
    asked.chain(text_seeds()).collect()
}

fn check(input: &[u8]) {
    with(input, |bytes| {
        let request = text(bytes)?;
        let modality = one(bytes, &[None, Some(Modality::Ct), Some(Modality::Mri)])?;
        let sex = one(bytes, &[None, Some(Sex::Female), Some(Sex::Male)])?;
        let found = library().matches(&request, modality, sex);
        assert!(found.len() <= MOST_MATCHES);
        assert!(found.iter().all(|found| found.score.is_finite()));
        assert!(
            found.is_sorted_by(|better, worse| better.score >= worse.score),
            "the best comes first"
        );
        let ids: Vec<&str> = found.iter().map(|found| found.template.id.as_str()).collect();
        let of_other_case = library().matches(&request.to_ascii_lowercase(), modality, sex);
        assert!(
            of_other_case
                .iter()
                .map(|found| found.template.id.as_str())
                .eq(ids.iter().copied()),
            "case is no difference"
        );
        let best = library()
            .best(&request, modality, sex)
            .map(|template| template.id.as_str());
        assert!(
            best.is_none_or(|best| ids.contains(&best)),
            "the one that is chosen is among those that are offered"
        );
        if let (Some(modality), Some(best)) = (modality, best.and_then(|id| library().get(id))) {
            assert_eq!(
                best.modality, modality,
                "no template of the other modality is chosen"
            );
        }
        templates::terms_in(request.lines());
        Ok(())
    });
}
