/** Every machine's chart with its layout, those of the catalogue in its order and then the server's; made by `client/vite/charts.ts`. */
declare module 'virtual:charts' {
  export const charts: readonly import('./layout.ts').DrawnChart[];
}
