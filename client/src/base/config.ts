import { CLIENT_CONFIG_ID, CLIENT_CONFIG_NAMES, parseClientConfig, type ClientConfig } from '@cruddur/shared';

/** Settings by their names in the contract, each optional. */
type Settings = Record<string, unknown>;

/**
 * The client's settings. The JSON block of the served page takes precedence over the build's `VITE_*` values, and those over the
 * contract's defaults; an empty string counts as missing. Only an empty region stays empty, because the sign-in reports it.
 * @throws when a value has the wrong type or the block is no JSON
 */
export function parseConfig(build: Settings, block: string | null | undefined): ClientConfig {
  return mergeConfig(build, block?.trim() ? (JSON.parse(block) as Settings) : {});
}

/** @param served the settings of the page's block */
export function mergeConfig(build: Settings, served: Settings): ClientConfig {
  return parseClientConfig({ ...readBuildSettings(build), ...dropEmpty(served) });
}

export function readConfig(): ClientConfig {
  return parseConfig(import.meta.env, document.getElementById(CLIENT_CONFIG_ID)?.textContent);
}

function readBuildSettings(build: Settings): Settings {
  const entries = CLIENT_CONFIG_NAMES.map((name): [string, unknown] => [
    name,
    build[`VITE_${name.toUpperCase()}`],
  ]);
  return dropEmpty(
    Object.fromEntries(
      entries.map(([name, value]) => [name, value === 'true' ? true : value === 'false' ? false : value]),
    ),
  );
}

function dropEmpty(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'region'),
    ),
  );
}
