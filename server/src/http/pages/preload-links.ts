/** The part of Vite's manifest that tells which files a source file became. */
export type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;

/** Links to the code of a screen and to what that imports, as far as the page does not name it already. */
export function renderPreloadLinks(manifest: Manifest, code: string | null): string {
  const known = new Set(
    Object.entries(manifest)
      .filter(([, { isEntry }]) => isEntry)
      .flatMap(([source]) => [...collectFiles(manifest, source)]),
  );
  const wanted = code === null ? [] : [...collectFiles(manifest, code)].filter((file) => !known.has(file));
  return wanted
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`)
    .join('\n    ');
}

function collectFiles(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, found);
  return found;
}
