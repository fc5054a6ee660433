import { requireOpenFiles } from './open-files.ts';

// The entry point of the program. Stack traces in its log name the sources; only modules that are imported later have maps.
requireOpenFiles();
process.setSourceMapsEnabled(true);
await import('../main.ts');
