import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES } from '../../../server/src/config.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { readEnvironment, getService } from './compose-file.ts';

const dockerfile = readRepositoryFile('server/Dockerfile');
const stages = dockerfile.split(/^(?=FROM )/m).filter((stage) => stage.startsWith('FROM '));
const last = stages.at(-1) ?? '';

/** The names and values of the last stage's ENV line. */
const variables = new Map(
  [...(/^ENV (.+)$/m.exec(last)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

describe('[TOPOLOGY-12] the image', () => {
  it('is built from the root by the file that compose names', () => {
    expect(getService('gateway').build).toEqual({ context: '.', dockerfile: 'server/Dockerfile' });
  });

  it('copies only built files and what runs them, from existing stages', () => {
    const named = stages.map((stage) => /^FROM \S+ AS (\w+)$/m.exec(stage)?.[1]).filter(Boolean);
    const taken = [...last.matchAll(/^COPY (?:--from=(\w+))?/gm)].map(([, stage]) => stage);
    expect(taken).not.toHaveLength(0);
    expect(taken.filter((stage) => !named.includes(stage))).toEqual([]);
    expect(last).not.toMatch(/npm (ci|install|run)/);
  });

  it('runs as an unprivileged user, on the Node version of the project', () => {
    expect(/^USER (\S+)$/m.exec(last)?.[1]).toBe('node');
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ["node", "server/'));
    const images = dockerfile.match(/^FROM node:\S+/gm);
    expect(new Set(images)).toEqual(new Set(['FROM node:20-bookworm-slim']));
  });

  it('sets only variables that the program reads, and listens where compose expects it', () => {
    const known: string[] = [...CONFIG_VARIABLES];
    expect([...variables.keys()].filter((name) => !known.includes(name ?? ''))).toEqual([]);
    const { PORT } = readEnvironment('gateway');
    expect([variables.get('PORT'), /^EXPOSE (\d+)$/m.exec(last)?.[1]]).toEqual([PORT, PORT]);
    expect(variables.get('DATA_DIR')).toBe(/^VOLUME (\S+)$/m.exec(last)?.[1]);
  });

  it('is healthy when it can serve, and is probed at its own port', () => {
    expect(/^HEALTHCHECK [^]*?^CMD /m.exec(last)?.[0]).toContain('${process.env.PORT}/readyz');
  });
});
