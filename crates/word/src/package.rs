//! The package: the parts, what they are and how they refer to each other, in one zip file.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use report::budget;
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::{
    Document, ExportError, Image, document, margin,
    picture::{LOGO, Place, SIGNATURE},
    styles,
    xml::{BYTES_OF_A_STEP, DECLARATION, escape},
};

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// How the document refers to a header or a footer.
pub(crate) struct Reference {
    /// `header` or `footer`.
    pub(crate) element: &'static str,
    /// The pages it is for: `first`, or `default` for the others.
    pub(crate) pages: &'static str,
    pub(crate) id: &'static str,
    file: &'static str,
}

const MARGINS: [Reference; 4] = [
    Reference {
        element: "header",
        pages: "default",
        id: "rIdHeader",
        file: "header1.xml",
    },
    Reference {
        element: "header",
        pages: "first",
        id: "rIdFirstHeader",
        file: "header2.xml",
    },
    Reference {
        element: "footer",
        pages: "default",
        id: "rIdFooter",
        file: "footer1.xml",
    },
    Reference {
        element: "footer",
        pages: "first",
        id: "rIdFirstFooter",
        file: "footer2.xml",
    },
];

/// Writes every part and packs them. Times are fixed, so that the same document gives the same bytes.
pub(crate) fn pack(document: &Document) -> Result<Vec<u8>, ExportError> {
    let signature = document.signature.as_ref().and_then(|own| own.image.as_ref());
    let logo = document.letterhead.as_ref().and_then(|own| own.logo.as_ref());
    let pictures: Vec<(&Place, &Image)> = [(&SIGNATURE, signature), (&LOGO, logo)]
        .into_iter()
        .filter_map(|(place, image)| Some((place, image?)))
        .collect();
    let (body, lists) = document::part(document, &MARGINS);
    let footer = margin::footer(document);
    let mut parts = vec![
        ("[Content_Types].xml", content_types(&pictures)),
        ("_rels/.rels", package_relationships()),
        ("docProps/core.xml", core_properties(document)),
        ("docProps/app.xml", app_properties()),
        ("word/document.xml", body),
        ("word/_rels/document.xml.rels", document_relationships(signature)),
        ("word/styles.xml", styles::part()),
        ("word/settings.xml", settings()),
        ("word/numbering.xml", lists.part()),
        ("word/header1.xml", margin::header(document)),
        ("word/header2.xml", margin::first_header(document)),
        ("word/footer1.xml", footer.clone()),
        ("word/footer2.xml", footer),
    ];
    if let Some(logo) = logo {
        parts.push(("word/_rels/header2.xml.rels", logo_relationship(logo)));
    }

    let size = 16_384
        + pictures
            .iter()
            .map(|(_, image)| image.bytes().len())
            .sum::<usize>();
    let mut package = ZipWriter::new(Cursor::new(Vec::with_capacity(size)));
    let deflated = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (name, part) in &parts {
        budget::spend((part.len() / BYTES_OF_A_STEP) as u64);
        package.start_file(*name, deflated)?;
        package.write_all(part.as_bytes())?;
    }
    for (place, image) in pictures {
        // A picture is compressed already.
        package.start_file(
            format!("word/{}", media(place, image)),
            deflated.compression_method(CompressionMethod::Stored),
        )?;
        package.write_all(image.bytes())?;
    }
    Ok(package.finish()?.into_inner())
}

/// Where a picture stands, as seen from the parts that show it.
fn media(place: &Place, image: &Image) -> String {
    format!("media/{}.{}", place.file, image.extension())
}

fn content_types(pictures: &[(&Place, &Image)]) -> String {
    let mut part = format!(
        r#"{DECLARATION}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
    );
    let extensions: BTreeSet<_> = pictures.iter().map(|(_, image)| image.extension()).collect();
    for extension in extensions {
        let _ = write!(
            part,
            r#"<Default Extension="{extension}" ContentType="image/{extension}"/>"#
        );
    }
    let of_word = [
        ("document", "document.main"),
        ("styles", "styles"),
        ("settings", "settings"),
        ("numbering", "numbering"),
    ];
    for (name, kind) in of_word {
        let _ = write!(
            part,
            r#"<Override PartName="/word/{name}.xml" ContentType="{WORD}.{kind}+xml"/>"#
        );
    }
    for Reference { element, file, .. } in &MARGINS {
        let _ = write!(
            part,
            r#"<Override PartName="/word/{file}" ContentType="{WORD}.{element}+xml"/>"#
        );
    }
    part.push_str(concat!(
        r#"<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>"#,
        r#"<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>"#,
        "</Types>"
    ));
    part
}

fn package_relationships() -> String {
    format!(
        concat!(
            r#"{declaration}<Relationships xmlns="{package}/relationships">"#,
            r#"<Relationship Id="rId1" Type="{office}/officeDocument" Target="word/document.xml"/>"#,
            r#"<Relationship Id="rId2" Type="{package}/relationships/metadata/core-properties" Target="docProps/core.xml"/>"#,
            r#"<Relationship Id="rId3" Type="{office}/extended-properties" Target="docProps/app.xml"/></Relationships>"#
        ),
        declaration = DECLARATION,
        package = PACKAGE,
        office = OFFICE,
    )
}

fn document_relationships(signature: Option<&Image>) -> String {
    let mut part = format!(r#"{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships">"#);
    let mut relate = |id: &str, kind: &str, target: &str| {
        let _ = write!(
            part,
            r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>"#
        );
    };
    relate("rIdStyles", "styles", "styles.xml");
    relate("rIdSettings", "settings", "settings.xml");
    relate("rIdNumbering", "numbering", "numbering.xml");
    for Reference {
        element, id, file, ..
    } in &MARGINS
    {
        relate(id, element, file);
    }
    if let Some(image) = signature {
        relate(SIGNATURE.relationship, "image", &media(&SIGNATURE, image));
    }
    part.push_str("</Relationships>");
    part
}

/// How the header of the first page refers to the logo.
fn logo_relationship(logo: &Image) -> String {
    format!(
        r#"{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="{}" Type="{OFFICE}/image" Target="{}"/></Relationships>"#,
        LOGO.relationship,
        media(&LOGO, logo)
    )
}

/// Title and language. Nothing about the patient: metadata travels where nobody looks.
fn core_properties(document: &Document) -> String {
    let mut part = format!(
        concat!(
            r#"{}<cp:coreProperties xmlns:cp="{}/metadata/core-properties" "#,
            r#"xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>"#
        ),
        DECLARATION, PACKAGE
    );
    escape(document.title(), &mut part);
    part.push_str(
        "</dc:title><dc:creator>Readout</dc:creator><dc:language>en-GB</dc:language></cp:coreProperties>",
    );
    part
}

fn app_properties() -> String {
    format!(
        r#"{DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Readout</Application></Properties>"#
    )
}

/// Compatibility mode 15 is that of current Word; without it Word opens the file in an older mode.
fn settings() -> String {
    format!(
        concat!(
            r#"{}<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:zoom w:percent="100"/>"#,
            r#"<w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat>"#,
            r#"<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>"#,
            r#"<w:themeFontLang w:val="en-GB"/><w:decimalSymbol w:val="."/><w:listSeparator w:val=","/></w:settings>"#
        ),
        DECLARATION
    )
}
