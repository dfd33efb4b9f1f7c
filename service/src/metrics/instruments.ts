/** Kinds of instruments. A `gauge` is read at each collection; the others add up from the start of the process. */
export type Kind = 'counter' | 'histogram' | 'gauge';

export interface Instrument {
  kind: Kind;
  /** Unit in the Unified Code for Units of Measure, as OpenTelemetry has them; {} for counts. */
  unit: string;
  description: string;
  /** Upper bounds of a histogram's buckets. */
  buckets?: readonly number[];
}

/**
 * Bounds in seconds, from a request that is answered from memory to one whose file takes a thread's whole time
 * limit.
 */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds in seconds, for a store or a disk. */
const SHORT = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Everything that the service measures. docs/metrics.md lists the same, which a test checks. Each attribute has few
 * values.
 */
export const instruments = {
  sealed_capture_request_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    description: 'Requests, from their header to the end of the answer',
    buckets: SECONDS,
  },
  sealed_capture_seals: {
    kind: 'counter',
    unit: '{seal}',
    description: 'Seals made; answers to repeated requests are not counted',
  },
  sealed_capture_inspections: {
    kind: 'counter',
    unit: '{inspection}',
    description: 'Inspections by their verdict',
  },
  sealed_capture_queue_length: {
    kind: 'gauge',
    unit: '{file}',
    description: 'Files that wait for a thread',
  },
  sealed_capture_queue_wait_seconds: {
    kind: 'histogram',
    unit: 's',
    description: 'How long files waited for a thread',
    buckets: SECONDS,
  },
  sealed_capture_threads: {kind: 'gauge', unit: '{thread}', description: 'Threads of the engine'},
  sealed_capture_threads_busy: {
    kind: 'gauge',
    unit: '{thread}',
    description: 'Threads that work on a file',
  },
  sealed_capture_threads_replaced: {
    kind: 'counter',
    unit: '{thread}',
    description: 'Threads that ended, and were replaced',
  },
  sealed_capture_bodies_held_bytes: {
    kind: 'gauge',
    unit: 'By',
    description: 'Memory that request bodies have claimed',
  },
  sealed_capture_store_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    description: 'Calls of the stores of answers, of API keys and of sets',
    buckets: SHORT,
  },
  sealed_capture_timestamp_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    description: 'Requests to time-stamp authorities elsewhere',
    buckets: SECONDS,
  },
  sealed_capture_timestamp_authority_working: {
    kind: 'gauge',
    unit: '1',
    description: '0 while a time-stamp authority fails, and is asked seldom; else 1',
  },
  sealed_capture_ocsp_answer_age_seconds: {
    kind: 'gauge',
    unit: 's',
    description: 'Age of the OCSP answer that seals carry; absent where they carry none',
  },
  sealed_capture_certificate_expiry_seconds: {
    kind: 'gauge',
    unit: 's',
    description: 'Until the first certificate that seals need ends; negative afterwards',
  },
  sealed_capture_can_seal: {
    kind: 'gauge',
    unit: '1',
    description:
      '1 where the environment has a certificate that may seal now, and its key can be used; else 0',
  },
  sealed_capture_webhook_attempts: {
    kind: 'counter',
    unit: '{attempt}',
    description: 'Attempts to send an event to a receiver of webhooks, by what became of the event',
  },
  sealed_capture_webhooks_dropped: {
    kind: 'counter',
    unit: '{event}',
    description: 'Events of webhooks for which there was no room',
  },
  sealed_capture_audit_write_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    description: 'Until an entry of the audit log is on the disk',
    buckets: SHORT,
  },
  sealed_capture_event_loop_delay_seconds: {
    kind: 'gauge',
    unit: 's',
    description: 'How late the event loop was since the last collection',
  },
  sealed_capture_memory_bytes: {
    kind: 'gauge',
    unit: 'By',
    description: 'Memory of the process: all of it (rss), and parts of it',
  },
  sealed_capture_cpu_seconds: {
    kind: 'gauge',
    unit: 's',
    description: 'Processor time since the start of the process, with its threads',
  },
  sealed_capture_uptime_seconds: {
    kind: 'gauge',
    unit: 's',
    description: 'Since the start of the process',
  },
  sealed_capture_processes: {
    kind: 'gauge',
    unit: '{process}',
    description: 'Processes that gave their figures for this collection',
  },
} as const satisfies Readonly<Record<string, Instrument>>;

type Of<K extends Kind> = {
  [N in keyof typeof instruments]: (typeof instruments)[N]['kind'] extends K ? N : never;
}[keyof typeof instruments];

export type Counter = Of<'counter'>;
export type Histogram = Of<'histogram'>;
export type Gauge = Of<'gauge'>;
