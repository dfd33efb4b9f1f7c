import fp from 'fastify-plugin';
import type {FastifyInstance} from 'fastify';
import {AuthorityStates} from '../metrics/authority-states.js';
import {watchCertificates} from '../metrics/watch-certificates.js';
import {SettingsError} from '../settings/settings-error.js';
import {logNotices} from '../timestamps/open-time.js';
import {CurrentTrust, trustOf} from '../trust/trust-in-use.js';
import {TrustLists} from '../trust/trust-lists.js';
import {openEnvironments, type Environments} from './environments.js';
import {watchLiveFolder} from './live-folder.js';
import {SharedSandbox} from './shared-sandbox.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the service seals with. */
    environments: Environments;
    /** Whom its inspection trusts; updated when certificates or lists are read again. */
    trust: CurrentTrust;
    trustLists: TrustLists;
  }
}

/**
 * Opens the certificates of both environments and the trust lists until the service is closed, and watches the live
 * folder and the lists.
 */
export default fp(
  async (app) => {
    const {log, metrics, settings, stores} = app;
    const {dataFolder, trustLists, redis} = settings;
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
      redis === undefined ? undefined : new SharedSandbox(stores.lasting, dataFolder),
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
    app.decorate('environments', environments);
    app.decorate('trust', trust);
    app.decorate('trustLists', lists);
    watchCertificates(metrics, environments);
    const reload = async () => {
      await environments.reload();
      authorities.reset();
      trust.renew();
    };
    app.onReload('the certificates of the live environment', reload);
    await followLiveFolder(app, reload);
  },
  {name: 'certificates', dependencies: ['metrics', 'reload', 'store']},
);

/** Reloads when the files of the live folder change. Files that cannot be used are logged, and tried again. */
async function followLiveFolder(app: FastifyInstance, reload: () => Promise<void>): Promise<void> {
  const {log, settings} = app;
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
  const endWatch = await watchLiveFolder(settings.liveFolder, onChange, settings.liveFolderEvery);
  app.addHook('onClose', (_app, done) => {
    endWatch();
    done();
  });
}
