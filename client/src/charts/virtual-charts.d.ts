/** Every machine's chart with its layout, in the order of the catalogue; made by `client/vite/charts.ts`. */
declare module 'virtual:charts' {
  export const charts: readonly import('./layout.ts').DrawnChart[];
}
