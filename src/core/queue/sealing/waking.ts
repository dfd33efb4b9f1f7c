import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {QueueParts} from '../queue-parts.js';
import type {SealingLoop} from './sealing-loop.js';

/** Has the queue continue when the browser says that something has changed. To be called once. */
export function listenToWakeUps(parts: QueueParts, loop: SealingLoop): void {
  const {ports, ledger, signal} = parts;
  const {scan, setup, silences} = loop;
  ports.wakeUps.listen((why) => {
    switch (why) {
      case 'left':
        return scan.run();
      case 'time':
        return scan.againAt <= ports.clock.now() ? scan.runAgain() : loop.check();
      default:
        if (why === 'online') silences.networkIsBack();
        setup.again();
        hasten(parts);
        loop.sealNow();
        scan.resumeAll();
        return scan.run();
    }
  }, signal);
  // People read that captures wait for the network, not for the service.
  ports.wakeUps.whenOffline(() => ledger.changed(), signal);
  ports.whenLost?.(() => scan.run());
  const isWorkLeft = (): boolean =>
    ledger.all.some(({job}) => /^(waiting|sealing|delivering)$/.test(job.state.name));
  // If the page is closed, a service worker continues with these.
  ports.backgroundSync.begin(isWorkLeft, () => scan.run(), signal);
}

/** Makes due at once what waits for an answer, or for its next delivery: the network or the person is back. */
function hasten({ledger, ports}: QueueParts): void {
  for (const {job, deliverAgainAt} of ledger.all) {
    const {captureId, state} = job;
    if (state.name === 'waiting' && isUnanswered(state.failure?.code)) {
      ledger.note(captureId, {isHastened: true});
    }
    // The page's storage has answered, and may have asked to wait.
    const isAnswered = state.name === 'delivering' && !isUnanswered(state.failure?.code);
    if (deliverAgainAt && !isAnswered) {
      ledger.note(captureId, {deliverAgainAt: ports.clock.now()});
    }
  }
}
