/** What the bench uses of it; it brings no types. */
declare module 'mic-recorder-to-mp3' {
  export default class MicRecorder {
    constructor(options: {bitRate: number});
    start(): Promise<MediaStream>;
    stop(): {getMp3(): Promise<[buffer: unknown, blob: Blob]>};
  }
}
