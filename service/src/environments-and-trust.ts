import type {FastifyInstance} from 'fastify';
import {openEnvironments, type Environments} from './certificates/environments.js';
import {watchLiveFolder} from './certificates/live-folder.js';
import {SharedSandbox} from './certificates/shared-sandbox.js';
import type {Metrics} from './metrics/metrics.js';
import {AuthorityStates} from './metrics/watch-service.js';
import {SettingsError} from './settings/settings-error.js';
import type {Settings} from './settings/settings.js';
import type {LastingStore} from './store/expiring-store.js';
import {logNotices} from './timestamps/open-time.js';
import {CurrentTrust, trustOf} from './trust/trust-in-use.js';
import {TrustLists} from './trust/trust-lists.js';

/** What the service seals with and whom its inspection trusts. Each is updated when the other is read again. */
export interface EnvironmentsAndTrust {
  environments: Environments;
  lists: TrustLists;
  trust: CurrentTrust;
  /**
   * Reads the certificates of the live environment again.
   * @throws {SettingsError} if they cannot be used; the earlier ones then stay in use
   */
  reload: () => Promise<void>;
}

/**
 * Opens both until the service is closed, and watches the live folder and the lists.
 *
 * @param lasting stores the sandbox's certificates if several services share a Redis
 * @throws {SettingsError} if keys, certificates or anchors cannot be used
 */
export async function openEnvironmentsAndTrust(
  app: FastifyInstance,
  settings: Settings,
  lasting: LastingStore,
  metrics: Metrics,
): Promise<EnvironmentsAndTrust> {
  const {dataFolder, trustLists, liveFolder} = settings;
  const {log} = app;
  const authorities = new AuthorityStates(settings.timestampAddresses, metrics);
  const notices = logNotices(log);
  const environments = await openEnvironments(
    settings,
    (error) => log.error({err: error}, 'The certificates of the sandbox could not be renewed.'),
    log,
    {
      onNotice: (notice) => {
        notices(notice);
        authorities.take(notice);
      },
      onAsked: ({seconds, ...asked}) =>
        metrics.record('sealed_capture_timestamp_duration_seconds', seconds, asked),
      listed: () => (trustLists.live.includes('official') ? lists.official.timeStamps.pem : ''),
    },
    settings.redis === undefined ? undefined : new SharedSandbox(lasting, dataFolder),
  );
  app.addHook('onClose', () => environments.close());
  const lists = await TrustLists.open({
    dataFolder,
    log,
    onChange: () => trust.renew(),
    refreshEvery: settings.trustListsEvery,
  });
  app.addHook('onClose', () => lists.close());
  const trust = new CurrentTrust((environment) =>
    trustOf(environments.anchors[environment], lists, trustLists[environment]),
  );
  const reload = async () => {
    await environments.reload();
    authorities.reset();
    trust.renew();
  };
  let lastReason: string | undefined;
  const onChange = async (): Promise<boolean> => {
    try {
      await reload();
      lastReason = undefined;
      log.info('The live folder has changed, and was read anew.');
      return true;
    } catch (err) {
      // Messages of SettingsError name settings and files of the operator, without a secret; other messages are not
      // logged.
      const reason = err instanceof SettingsError ? err.message : undefined;
      // Logged once for each reason, because the attempt is repeated.
      if (reason === undefined || reason !== lastReason) {
        log.warn({reason, err}, 'The live folder has changed, but cannot be used as it is.');
      }
      lastReason = reason;
      return false;
    }
  };
  const endWatch = await watchLiveFolder(liveFolder, onChange, settings.liveFolderEvery);
  app.addHook('onClose', (_app, done) => {
    endWatch();
    done();
  });
  return {environments, lists, trust, reload};
}
