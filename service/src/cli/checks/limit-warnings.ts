import type {Settings} from '../../settings/settings.js';

const MIB = 1024 * 1024;
/** A process at rest has a heap of about 50 MiB, and an event loop that is late by a few milliseconds. */
const LOWEST_HEAP = 64 * MIB;
const LOWEST_DELAY_MS = 10;

/** Warns of limits so low that a process refuses every request. */
export function limitWarnings({heapLimit, eventLoopLimit}: Settings): string[] {
  const advice = 'a service at rest can exceed it, and then refuses every request.';
  const isLow = (value: number, lowest: number) => value > 0 && value < lowest;
  return [
    ...(isLow(heapLimit, LOWEST_HEAP)
      ? [`SEALED_CAPTURE_HEAP_LIMIT_MIB is below ${LOWEST_HEAP / MIB}: ${advice}`]
      : []),
    ...(isLow(eventLoopLimit, LOWEST_DELAY_MS)
      ? [`SEALED_CAPTURE_EVENT_LOOP_LIMIT_MS is below ${LOWEST_DELAY_MS}: ${advice}`]
      : []),
  ];
}
