//! Dates as people read them.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// "2026-11-20" as "20 Nov 2026"; what is no such date comes back as it is.
pub(crate) fn readable(date: &str) -> String {
    iso(date).unwrap_or_else(|| date.to_owned())
}

fn iso(date: &str) -> Option<String> {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let all_digits = [year, month, day]
        .iter()
        .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if parts.next().is_some() || !all_digits || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let name = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let day: u8 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    Some(format!("{day} {name} {year}"))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn writes_iso_dates_for_people_and_leaves_others() {
        for (date, written) in [
            ("2026-11-20", "20 Nov 2026"),
            ("2024-02-05", "5 Feb 2024"),
            ("20/11/2026", "20/11/2026"),
            ("2026-13-01", "2026-13-01"),
            ("2026-00-10", "2026-00-10"),
            ("2026-11-32", "2026-11-32"),
            ("2026-11-20-1", "2026-11-20-1"),
            ("", ""),
        ] {
            assert_eq!(readable(date), written);
        }
    }
}
