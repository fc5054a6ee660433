import type { Migration } from 'kysely';
import { peopleAndCruds } from './0001-people-and-cruds.ts';
import { messages } from './0002-messages.ts';
import { log } from './0003-log.ts';
import { burned } from './0004-burned.ts';
import { erased } from './0005-erased.ts';
import { sharedCommits } from './0006-shared-commits.ts';
import { keyedFingerprints } from './0007-keyed-fingerprints.ts';
import { counters } from './0008-counters.ts';
import { revocationsByTime } from './0009-revocations-by-time.ts';
import { boundedPurge } from './0010-bounded-purge.ts';
import { uploadsAndProbe } from './0012-uploads-and-probe.ts';
import { voidByPosition } from './0014-void-by-position.ts';
import { repliesAndAddresses } from './0015-replies-and-addresses.ts';
import { writeFunctions } from './0016-write-functions.ts';
import { commitWrites } from './0017-commit-writes.ts';
import { commitPlans } from './0018-commit-plans.ts';
import { cheaperTriggers } from './0019-cheaper-triggers.ts';
import { placedHashtags } from './0020-placed-hashtags.ts';
import { unsentMessages } from './0023-unsent-messages.ts';
import { reports } from './0025-reports.ts';
import { messageLifetimes } from './0028-message-lifetimes.ts';
import { suspensions } from './0030-suspensions.ts';
import { privacySettings } from './0034-privacy-settings.ts';
import { mutes } from './0036-mutes.ts';
import { blocks } from './0038-blocks.ts';
import { privateReads } from './0040-private-reads.ts';
import { sessionsAndExports } from './0042-sessions-and-exports.ts';
import { messageRequests } from './0044-message-requests.ts';
import { webPush } from './0046-web-push.ts';
import { pushServices } from './0048-push-services.ts';
import { reportDigests } from './0050-report-digests.ts';
import { erasedReasons } from './0052-erased-reasons.ts';
import { hiddenProfiles } from './0054-hidden-profiles.ts';
import { clearedProfiles } from './0056-cleared-profiles.ts';
import { suspendedMarks } from './0058-suspended-marks.ts';
import { duePushes } from './0062-due-pushes.ts';
import { searchTerms } from './0064-search-terms.ts';

/** In the order of their names. The SQL of a released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001_people_and_cruds': peopleAndCruds,
  '0002_messages': messages,
  '0003_log': log,
  '0004_burned': burned,
  '0005_erased': erased,
  '0006_shared_commits': sharedCommits,
  '0007_keyed_fingerprints': keyedFingerprints,
  '0008_counters': counters,
  '0009_revocations_by_time': revocationsByTime,
  '0010_bounded_purge': boundedPurge,
  '0012_uploads_and_probe': uploadsAndProbe,
  '0014_void_by_position': voidByPosition,
  '0015_replies_and_addresses': repliesAndAddresses,
  '0016_write_functions': writeFunctions,
  '0017_commit_writes': commitWrites,
  '0018_commit_plans': commitPlans,
  '0019_cheaper_triggers': cheaperTriggers,
  '0020_placed_hashtags': placedHashtags,
  '0023_unsent_messages': unsentMessages,
  '0025_reports': reports,
  '0028_message_lifetimes': messageLifetimes,
  '0030_suspensions': suspensions,
  '0034_privacy_settings': privacySettings,
  '0036_mutes': mutes,
  '0038_blocks': blocks,
  '0040_private_reads': privateReads,
  '0042_sessions_and_exports': sessionsAndExports,
  '0044_message_requests': messageRequests,
  '0046_web_push': webPush,
  '0048_push_services': pushServices,
  '0050_report_digests': reportDigests,
  '0052_erased_reasons': erasedReasons,
  '0054_hidden_profiles': hiddenProfiles,
  '0056_cleared_profiles': clearedProfiles,
  '0058_suspended_marks': suspendedMarks,
  '0062_due_pushes': duePushes,
  '0064_search_terms': searchTerms,
};
