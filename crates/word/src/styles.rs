//! The styles of a report: Calibri 11 pt, bold underlined section headings.

use std::fmt::Write;

use crate::xml::{DECLARATION, NAMESPACES};

/// The part `word/styles.xml`.
pub(crate) fn part() -> String {
    let mut part = format!("{DECLARATION}<w:styles {NAMESPACES}>{DEFAULTS}");
    part.push_str(NORMAL);
    part.push_str(TABLES);
    for style in STYLES {
        let _ = write!(
            part,
            concat!(
                r#"<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/><w:basedOn w:val="Normal"/>"#,
                r#"<w:next w:val="{next}"/><w:qFormat/><w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"#
            ),
            id = style.id,
            name = style.name,
            next = style.next,
            paragraph = style.paragraph,
            run = style.run,
        );
    }
    part.push_str("</w:styles>");
    part
}

struct Style {
    id: &'static str,
    /// The name that Word knows the style by.
    name: &'static str,
    /// The style of the paragraph after it.
    next: &'static str,
    paragraph: &'static str,
    run: &'static str,
}

const STYLES: &[Style] = &[
    Style {
        id: "Title",
        name: "Title",
        next: "Normal",
        paragraph: r#"<w:keepNext/><w:spacing w:before="0" w:after="160"/><w:jc w:val="center"/>"#,
        run: r#"<w:b/><w:bCs/><w:caps/><w:sz w:val="28"/><w:szCs w:val="28"/>"#,
    },
    Style {
        id: "Heading1",
        name: "heading 1",
        next: "Normal",
        paragraph: r#"<w:keepNext/><w:keepLines/><w:spacing w:before="200" w:after="60"/><w:outlineLvl w:val="0"/>"#,
        run: r#"<w:b/><w:bCs/><w:u w:val="single"/>"#,
    },
    Style {
        id: "Heading2",
        name: "heading 2",
        next: "Normal",
        paragraph: r#"<w:keepNext/><w:keepLines/><w:spacing w:before="100" w:after="40"/><w:outlineLvl w:val="1"/>"#,
        run: "<w:b/><w:bCs/>",
    },
    Style {
        id: "ListBullet",
        name: "List Bullet",
        next: "ListBullet",
        paragraph: r#"<w:spacing w:after="20"/><w:contextualSpacing/>"#,
        run: "",
    },
    Style {
        id: "ListNumber",
        name: "List Number",
        next: "ListNumber",
        paragraph: r#"<w:spacing w:after="20"/><w:contextualSpacing/>"#,
        run: "",
    },
    Style {
        id: "TableText",
        name: "Table Text",
        next: "TableText",
        paragraph: r#"<w:spacing w:before="30" w:after="30" w:line="240" w:lineRule="auto"/>"#,
        run: "",
    },
    Style {
        id: "Signature",
        name: "Signature",
        next: "Signature",
        paragraph: r#"<w:keepLines/><w:spacing w:after="0"/>"#,
        run: "",
    },
    Style {
        id: "Header",
        name: "header",
        next: "Header",
        paragraph: r#"<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>"#,
        run: r#"<w:color w:val="595959"/><w:sz w:val="18"/><w:szCs w:val="18"/>"#,
    },
    Style {
        id: "LetterheadName",
        name: "Letterhead Name",
        next: "LetterheadLine",
        paragraph: r#"<w:keepNext/><w:spacing w:after="20" w:line="240" w:lineRule="auto"/>"#,
        run: r#"<w:b/><w:bCs/><w:sz w:val="30"/><w:szCs w:val="30"/>"#,
    },
    Style {
        id: "LetterheadLine",
        name: "Letterhead Line",
        next: "LetterheadLine",
        paragraph: r#"<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>"#,
        run: r#"<w:color w:val="404040"/><w:sz w:val="18"/><w:szCs w:val="18"/>"#,
    },
    Style {
        id: "Footer",
        name: "footer",
        next: "Footer",
        paragraph: r#"<w:spacing w:after="0" w:line="240" w:lineRule="auto"/><w:jc w:val="center"/>"#,
        run: r#"<w:color w:val="595959"/><w:sz w:val="16"/><w:szCs w:val="16"/>"#,
    },
];

const DEFAULTS: &str = concat!(
    "<w:docDefaults><w:rPrDefault><w:rPr>",
    r#"<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/>"#,
    r#"<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-GB" w:eastAsia="en-US" w:bidi="ar-SA"/>"#,
    "</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>",
    r#"<w:spacing w:after="80" w:line="252" w:lineRule="auto"/>"#,
    "</w:pPr></w:pPrDefault></w:docDefaults>"
);

const NORMAL: &str = concat!(
    r#"<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>"#,
    r#"<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/>"#,
    r#"<w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:style>"#,
    r#"<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">"#,
    r#"<w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>"#
);

const TABLES: &str = concat!(
    r#"<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>"#,
    r#"<w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar>"#,
    r#"<w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/>"#,
    r#"</w:tblCellMar></w:tblPr></w:style>"#,
    r#"<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>"#,
    r#"<w:top w:val="single" w:sz="4" w:space="0" w:color="808080"/><w:left w:val="single" w:sz="4" w:space="0" w:color="808080"/>"#,
    r#"<w:bottom w:val="single" w:sz="4" w:space="0" w:color="808080"/><w:right w:val="single" w:sz="4" w:space="0" w:color="808080"/>"#,
    r#"<w:insideH w:val="single" w:sz="4" w:space="0" w:color="808080"/><w:insideV w:val="single" w:sz="4" w:space="0" w:color="808080"/>"#,
    r#"</w:tblBorders></w:tblPr></w:style>"#
);
