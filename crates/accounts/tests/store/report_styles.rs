use accounts::report_style::ReportStyle;
use accounts::store::PutError;
use accounts::{Store, UserId};

use crate::support::{Outcome, noon, user};

/// A style of this layout.
pub fn laid_out(layout: &str) -> ReportStyle {
    ReportStyle {
        layout: layout.to_owned(),
        spelling: "british".to_owned(),
        levels: "short".to_owned(),
    }
}

pub async fn a_report_style_is_kept_and_replaced(store: &Store) -> Outcome {
    let owner = user(store, "stylist").await?;
    assert_eq!(store.report_style(owner.id).await?, None);
    for layout in ["labelled", "statement"] {
        store
            .put_report_style(owner.id, &laid_out(layout), noon())
            .await?;
        assert_eq!(store.report_style(owner.id).await?, Some(laid_out(layout)));
    }
    let other = user(store, "plain").await?;
    assert_eq!(store.report_style(other.id).await?, None);
    Ok(())
}

pub async fn a_report_style_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000006").ok_or("an identifier")?;
    let refused = store.put_report_style(nobody, &laid_out("organ"), noon()).await;
    assert!(matches!(refused, Err(PutError::NoSuchUser)));
    Ok(())
}
