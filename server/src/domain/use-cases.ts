import { burnActivity } from './activities/burn-activity.ts';
import { createActivity } from './activities/create-activity.ts';
import { createReply } from './activities/create-reply.ts';
import { markActivity } from './activities/mark-activity.ts';
import { createGuardWrite } from './blocks/guard-writes.ts';
import { createRequestUpload, type RequestUploadPorts } from './avatars/request-upload.ts';
import { exportData } from './exports/export-data.ts';
import { listMessages, listGroups, messageRequest, messageRequests } from './messages/list-messages.ts';
import { markMessagesRead } from './messages/mark-messages-read.ts';
import { messageLifetime, setMessageLifetime } from './messages/message-lifetime.ts';
import { acceptRequest, deleteRequest } from './messages/answer-request.ts';
import { sendMessage, START_LIMITS } from './messages/send-message.ts';
import { reportSubject, type ReportPorts } from './moderation/report-subject.ts';
import { unsendMessage } from './messages/unsend-message.ts';
import { createRunOperation } from './operations/run-operation.ts';
import type { Ports } from './ports.ts';
import { changePrivacySettings, privacySettings } from './privacy/privacy-settings.ts';
import { pushSettings, subscribePush, unsubscribePush, type PushPorts } from './push/push-settings.ts';
import { createSearch } from './search/search-all.ts';
import { createSideColumnUseCases } from './search/side-column.ts';
import { endSession } from './sessions/end-session.ts';
import { endListedSession, type EndProviderSessions } from './sessions/end-listed-session.ts';
import { listSessions, type ListedSessionsPorts } from './sessions/list-sessions.ts';
import { syncStreams } from './sync/sync-streams.ts';
import type { UseCases } from './use-case.ts';
import { deleteAccount, type DeleteAccountPorts } from './users/delete-account.ts';
import { handleAvailable, shortUser } from './users/look-up-user.ts';
import { me, suspensionOf } from './users/me.ts';
import { homeFeed, newestCruds, singlePost } from './activities/read-activities.ts';
import { blockPerson, listBlocked, unblockPerson } from './blocks/blocked-people.ts';
import { reportMachines } from './machines/server-machine-counters.ts';
import { muteSubject, unmute } from './mutes/mutes.ts';
import { listNotifications, markNotificationsRead } from './notifications/notifications.ts';
import { profilePage } from './users/profile-page.ts';
import { updateProfile } from './users/update-profile.ts';

/** What single subjects need beside the ports. */
export interface UseCaseParts {
  uploads: RequestUploadPorts;
  reports: ReportPorts;
  /** Whether new conversations per day are limited. */
  limitsStarts: boolean;
  listed: ListedSessionsPorts;
  endProviderSessions: EndProviderSessions;
  push: PushPorts;
}

/** The use cases by the call names of the contract. */
export function createUseCases(
  ports: Ports,
  accounts: Omit<DeleteAccountPorts, 'clock'>,
  { uploads, reports, limitsStarts, listed, endProviderSessions, push }: UseCaseParts,
): UseCases {
  const { clock } = ports;
  const run = createRunOperation(ports);
  const guardWrite = createGuardWrite(ports);
  const startLimits = limitsStarts ? START_LIMITS : null;
  return {
    homeFeed: (call) => homeFeed(ports, call),
    newestCruds: () => newestCruds(ports),
    createActivity: (call) => createActivity(ports, run, call),
    createReply: (call) => guardWrite(call, () => createReply(ports, run, call)),
    singlePost: (call) => singlePost(ports, call),
    like: (call) => guardWrite(call, () => markActivity(ports, call, { mark: 'like', on: true })),
    unlike: (call) => markActivity(ports, call, { mark: 'like', on: false }),
    repost: (call) => guardWrite(call, () => markActivity(ports, call, { mark: 'repost', on: true })),
    unrepost: (call) => markActivity(ports, call, { mark: 'repost', on: false }),
    burnActivity: (call) => burnActivity(ports, call),
    profilePage: (call) => profilePage(ports, call),
    updateProfile: (call) => updateProfile(ports, run, call),
    notifications: (call) => listNotifications(ports, call),
    markNotificationsRead: (call) => markNotificationsRead(ports, call),
    messageGroups: (call) => listGroups(ports, call),
    messageLifetime: (call) => messageLifetime(ports, call),
    setMessageLifetime: (call) => setMessageLifetime(ports, call),
    messages: (call) => listMessages(ports, call),
    sendMessage: (call) => sendMessage(ports, { run, startLimits }, call),
    unsendMessage: (call) => unsendMessage(ports, call),
    markMessagesRead: (call) => markMessagesRead(ports, call),
    messageRequests: (call) => messageRequests(ports, call),
    messageRequest: (call) => messageRequest(ports, call),
    acceptRequest: (call) => acceptRequest(ports, call),
    deleteRequest: (call) => deleteRequest(ports, call),
    blockedPeople: (call) => listBlocked(ports, call),
    blockPerson: (call) => blockPerson(ports, call),
    unblockPerson: (call) => unblockPerson(ports, call),
    mutes: async ({ viewer }) => ({ data: await ports.mutes.listMutes(viewer.sub, clock.now()) }),
    mute: (call) => muteSubject(ports, call),
    unmute: (call) => unmute(ports, call),
    me: (call) => me(ports, call),
    privacySettings: (call) => privacySettings(ports, call),
    changePrivacySettings: (call) => changePrivacySettings(ports, call),
    pushSettings: (call) => pushSettings(ports, push, call),
    subscribePush: (call) => subscribePush(ports, push, call),
    unsubscribePush: (call) => unsubscribePush(ports, call),
    deleteAccount: (call) => deleteAccount({ clock, ...accounts }, call),
    shortUser: (call) => shortUser(ports, call),
    handleAvailable: (call) => handleAvailable(ports, call),
    search: createSearch(ports),
    ...createSideColumnUseCases(ports),
    requestAvatarUpload: createRequestUpload(uploads),
    report: (call) => reportSubject(ports, reports, call),
    suspension: (call) => suspensionOf(ports, call),
    sessions: (call) => listSessions(ports, listed, call),
    endListedSession: (call) => endListedSession(ports, { listed, endProviderSessions, ...accounts }, call),
    exportData: (call) => exportData(ports, { listed, ...accounts }, call),
    endSession: (call) => endSession({ clock, ...accounts }, call),
    sync: (call) => syncStreams(ports, call),
    machines: () => reportMachines(ports),
  };
}
