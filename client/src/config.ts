import { CLIENT_CONFIG_ID, CLIENT_CONFIG_NAMES, parseClientConfig, type ClientConfig } from '@cruddur/shared';

/** Settings by their names in the contract; anything may be missing. */
type Settings = Record<string, unknown>;

/**
 * What the program knows of its environment: the block of the served page wins over the build's `VITE_*` values, and those
 * over the contract's defaults. An empty text says nothing. Throws when a value has the wrong type or the block is no JSON.
 */
export function parseConfig(build: Settings, block: string | null | undefined): ClientConfig {
  return mergeConfig(build, block?.trim() ? (JSON.parse(block) as Settings) : {});
}

/** @param served what the block says */
export function mergeConfig(build: Settings, served: Settings): ClientConfig {
  return parseClientConfig({ ...readBuildSettings(build), ...dropEmpty(served) });
}

/** Reads the settings of this page. */
export function readConfig(): ClientConfig {
  return parseConfig(import.meta.env, document.getElementById(CLIENT_CONFIG_ID)?.textContent);
}

function readBuildSettings(build: Settings): Settings {
  const named = CLIENT_CONFIG_NAMES.map((name): [string, unknown] => [
    name,
    build[`VITE_${name.toUpperCase()}`],
  ]);
  return dropEmpty(
    Object.fromEntries(
      named.map(([name, value]) => [name, value === 'true' ? true : value === 'false' ? false : value]),
    ),
  );
}

function dropEmpty(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''),
  );
}
