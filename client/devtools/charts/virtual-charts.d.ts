/** Every machine's chart with its layout: the client's in the catalogue's order, then the server's. Built by `client/devtools/vite/charts.ts`. */
declare module 'virtual:charts' {
  export const charts: readonly import('./layout.ts').DrawnChart[];
}
