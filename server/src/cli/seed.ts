import { requireOpenFiles } from './open-files.ts';

// The entry point of `npm run seed`.
requireOpenFiles();
await import('./seed-main.ts');
