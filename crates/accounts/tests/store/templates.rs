use accounts::custom_template::{LARGEST_CONTENT, MOST_CHARACTERS, MOST_TEMPLATES, TemplateDraft};
use accounts::store::KeepTemplateError;
use accounts::{Store, UserId};
use time::Duration;

use crate::support::{Outcome, in_parallel, kept_noon, noon, user};

pub async fn a_template_is_kept_changed_and_removed(store: &Store) -> Outcome {
    let owner = user(store, "author").await?;
    let draft = TemplateDraft::parse(" Chest ", "FINDINGS:\n- Lungs clear.\n", Some("CT"))?;
    let kept = store.create_custom_template(owner.id, &draft, noon()).await?;
    assert_eq!(
        (&kept.draft, kept.created_at, kept.updated_at),
        (&draft, kept_noon(), kept_noon())
    );
    assert_eq!(
        store.custom_template(owner.id, kept.id).await?,
        Some(kept.clone())
    );

    let other = TemplateDraft::parse("Chest, short", "Lungs clear.", None)?;
    let second = store
        .create_custom_template(owner.id, &other, noon() + Duration::seconds(1))
        .await?;
    assert_eq!(
        store.custom_templates(owner.id).await?,
        [kept.clone(), second.clone()]
    );

    let later = noon() + Duration::hours(1);
    let changed = store
        .update_custom_template(owner.id, kept.id, &other, later)
        .await?
        .ok_or("not there")?;
    assert_eq!(
        (changed.id, &changed.draft, changed.created_at),
        (kept.id, &other, kept.created_at)
    );
    assert_eq!(changed.updated_at, kept_noon() + Duration::hours(1));
    assert_eq!(
        store.custom_template(owner.id, second.id).await?,
        Some(second.clone())
    );

    assert!(store.delete_custom_template(owner.id, kept.id).await?);
    assert!(!store.delete_custom_template(owner.id, kept.id).await?);
    assert_eq!(
        store
            .update_custom_template(owner.id, kept.id, &draft, later)
            .await?,
        None
    );
    assert_eq!(store.custom_templates(owner.id).await?, [second]);
    Ok(())
}

pub async fn nobody_sees_the_templates_of_another(store: &Store) -> Outcome {
    let (owner, stranger) = (user(store, "owner").await?, user(store, "stranger").await?);
    let draft = TemplateDraft::parse("Mine", "Content.", None)?;
    let kept = store.create_custom_template(owner.id, &draft, noon()).await?;
    assert!(store.custom_templates(stranger.id).await?.is_empty());
    assert_eq!(store.custom_template(stranger.id, kept.id).await?, None);
    let theirs = TemplateDraft::parse("Theirs", "Content.", None)?;
    assert_eq!(
        store
            .update_custom_template(stranger.id, kept.id, &theirs, noon())
            .await?,
        None
    );
    assert!(!store.delete_custom_template(stranger.id, kept.id).await?);
    assert_eq!(store.custom_templates(owner.id).await?, [kept]);
    Ok(())
}

pub async fn no_more_than_the_limit_is_kept_by_parallel_writers(store: &Store) -> Outcome {
    let owner = user(store, "collector").await?;
    let draft = TemplateDraft::parse("One of many", "Content.", None)?;
    for _ in 10..MOST_TEMPLATES {
        store.create_custom_template(owner.id, &draft, noon()).await?;
    }
    let outcomes = in_parallel(20, |_| {
        let (store, id, draft) = (store.clone(), owner.id, draft.clone());
        async move {
            match store.create_custom_template(id, &draft, noon()).await {
                Err(KeepTemplateError::TooMany) => Ok(false),
                outcome => outcome.map(|_| true),
            }
        }
    })
    .await?;
    assert_eq!(outcomes.into_iter().filter(|was_kept| *was_kept).count(), 10);
    assert_eq!(
        store.custom_templates(owner.id).await?.len() as u64,
        MOST_TEMPLATES
    );
    Ok(())
}

pub async fn an_import_adds_what_is_new_and_nothing_twice(store: &Store) -> Outcome {
    let owner = user(store, "importer").await?.id;
    let draft = |name: &str, content: &str| TemplateDraft::parse(name, content, Some("CT"));
    let (kept, fresh) = (draft("A", "Kept.")?, draft("A", "Another text.")?);
    store.create_custom_template(owner, &kept, noon()).await?;
    let drafts = [kept.clone(), fresh.clone(), draft("B", "Kept.")?, fresh.clone()];
    let imported = store.import_custom_templates(owner, &drafts, noon()).await?;
    assert_eq!((imported.added, imported.skipped), (2, 2));
    let listed = store.custom_templates(owner).await?;
    let texts: Vec<_> = listed
        .iter()
        .map(|template| (template.draft.name(), template.draft.content()))
        .collect();
    assert_eq!(texts, [("A", "Kept."), ("A", "Another text."), ("B", "Kept.")]);
    let again = store.import_custom_templates(owner, &drafts, noon()).await?;
    assert_eq!((again.added, again.skipped), (0, 4));
    Ok(())
}

pub async fn an_import_beyond_the_limit_adds_nothing(store: &Store) -> Outcome {
    let owner = user(store, "hoarder").await?.id;
    let one = TemplateDraft::parse("One", "Content.", None)?;
    store.create_custom_template(owner, &one, noon()).await?;
    let many: Vec<_> = (0..MOST_TEMPLATES)
        .map(|number| TemplateDraft::parse(&format!("Number {number}"), "Content.", None))
        .collect::<Result<_, _>>()?;
    let refused = store.import_custom_templates(owner, &many, noon()).await;
    assert!(matches!(refused, Err(KeepTemplateError::TooMany)));
    assert_eq!(store.custom_templates(owner).await?.len(), 1);
    let all_but_one = &many[1..];
    store.import_custom_templates(owner, all_but_one, noon()).await?;
    assert_eq!(store.custom_templates(owner).await?.len() as u64, MOST_TEMPLATES);
    Ok(())
}

pub async fn a_template_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000004").ok_or("an identifier")?;
    let draft = TemplateDraft::parse("Nobody's", "Content.", None)?;
    let refused = store.create_custom_template(nobody, &draft, noon()).await;
    assert!(matches!(refused, Err(KeepTemplateError::NoSuchUser)));
    Ok(())
}

pub async fn templates_together_are_no_larger_than_the_limit(store: &Store) -> Outcome {
    let owner = user(store, "novelist").await?.id;
    let long = "\u{e9}".repeat(LARGEST_CONTENT / 2);
    let draft = |number: u64| TemplateDraft::parse(&format!("Number {number}"), &long, None);
    let fitting = MOST_CHARACTERS / long.chars().count() as u64;
    let drafts: Vec<_> = (0..fitting).map(draft).collect::<Result<_, _>>()?;
    let one_more: Vec<_> = (0..=fitting).map(draft).collect::<Result<_, _>>()?;
    let refused = store.import_custom_templates(owner, &one_more, noon()).await;
    assert!(matches!(refused, Err(KeepTemplateError::TooMuch)));
    store.import_custom_templates(owner, &drafts, noon()).await?;
    assert_eq!(store.characters_of_templates(owner).await?, MOST_CHARACTERS);
    let again = store.import_custom_templates(owner, &drafts, noon()).await?;
    assert_eq!((again.added, again.skipped), (0, drafts.len()));
    let short = TemplateDraft::parse("Short", "Content.", None)?;
    let refused = store.create_custom_template(owner, &short, noon()).await;
    assert!(matches!(refused, Err(KeepTemplateError::TooMuch)));
    let first = store.custom_templates(owner).await?[0].id;
    store.update_custom_template(owner, first, &short, noon()).await?;
    let kept = store.create_custom_template(owner, &short, noon()).await?;
    let refused = store
        .update_custom_template(owner, kept.id, &draft(0)?, noon())
        .await;
    assert!(matches!(refused, Err(KeepTemplateError::TooMuch)));
    Ok(())
}
