// Bundles src/main.ts into one script: node build.mjs FILE. The same sources give the same bytes.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) throw new Error("expected the path of the script to write: node build.mjs FILE");

/** The licence of a package as its authors wrote it. */
const licenceOf = (name) => readFileSync(resolve(here, "node_modules", name, "LICENSE"), "utf-8").replaceAll("\r\n", "\n").trim();

/** Pages contain this script, so it carries the notices that the MIT licence asks for. */
function notice() {
  const { dependencies } = JSON.parse(readFileSync(resolve(here, "package.json"), "utf-8"));
  const names = Object.entries(dependencies).map(([name, version]) => {
    const copyright = licenceOf(name).match(/^Copyright.*$/m)[0].replace("\u00a9", "(c)");
    return `${name} ${version}: ${copyright}`;
  });
  const terms = licenceOf("three").slice(licenceOf("three").indexOf("Permission is hereby granted"));
  return ["kinloop's client, which contains, under the MIT licence:", ...names, "", terms].join("\n");
}

await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  outfile: resolve(output),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  loader: { ".css": "text" },
  banner: { js: `/*\n${notice()}\n*/` },
});
