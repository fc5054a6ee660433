import { EXPORT_VERSION, exportFileName } from '@cruddur/shared';
import { noAudit, type Audit } from '../audit.ts';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { listSessions, type ListedSessionsPorts } from '../sessions/list-sessions.ts';
import type { CallOf, StreamedAnswer } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import { writeExport, type ExportHead } from './write-export.ts';

export interface ExportDataPorts {
  listed: ListedSessionsPorts;
  audit?: Audit;
}

/**
 * The viewer's data as a file, which breaks off when the viewer's session ends. An export counts when it starts, because a broken one
 * has cost as much.
 * @throws Refusal generic_429 above `EXPORTS_PER_DAY`
 */
export async function exportData(
  ports: Ports,
  { listed, audit = noAudit }: ExportDataPorts,
  { viewer, origin }: CallOf<'exportData'>,
): Promise<StreamedAnswer> {
  const now = ports.clock.now();
  const head = await readHead(ports, { listed, viewer, now });
  const { result: againAt } = await ports.store.runChange(null, async ({ exports }) => ({
    result: await exports.claimExport(viewer.sub, now),
    entries: [],
  }));
  if (againAt)
    throw new Refusal('generic_429', Math.max(1, Math.ceil((againAt.getTime() - now.getTime()) / 1000)));
  audit({ event: 'data_exported', subject: viewer.sub }, origin);
  const checkAllowed = () => {
    if (listed.revocations.isRevoked(viewer.session)) throw new Refusal('generic_401');
  };
  return {
    fileName: exportFileName(viewer.handle, now),
    chunks: writeExport(ports, { sub: viewer.sub, head, checkAllowed }),
  };
}

async function readHead(
  ports: Ports,
  { listed, viewer, now }: { listed: ListedSessionsPorts; viewer: Viewer; now: Date },
): Promise<ExportHead> {
  const { sub } = viewer;
  const [profile, email, account, privacy, blocked, muted, sessions] = await Promise.all([
    ports.people.findProfile(sub, now),
    ports.people.readEmail(sub),
    ports.exports.findAccount(sub),
    ports.privacy.find(sub),
    ports.blocks.listBlocked(sub),
    ports.mutes.listMutes(sub, now),
    listSessions(ports, listed, { viewer }),
  ]);
  if (!profile || !account) throw new Refusal('user_not_found');
  return {
    version: EXPORT_VERSION,
    exported_at: now.toISOString(),
    profile: { ...profile, ...account.hidden, email, created_at: account.createdAt.toISOString() },
    settings: { privacy, blocked, muted },
    sessions: sessions.data,
  };
}
