import { requireOpenFiles } from './open-files.ts';

// The entry point of the program.
requireOpenFiles();
await import('./main.ts');
