/** The part of Vite's manifest that names the built files of a source file. */
export type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;

/** Preload links for a screen's module and its imports, without the files that the page loads anyway. */
export function renderPreloadLinks(manifest: Manifest, screenModule: string | null): string {
  const known = new Set(
    Object.entries(manifest)
      .filter(([, { isEntry }]) => isEntry)
      .flatMap(([source]) => [...collectFiles(manifest, source)]),
  );
  const wanted =
    screenModule === null ? [] : [...collectFiles(manifest, screenModule)].filter((file) => !known.has(file));
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
