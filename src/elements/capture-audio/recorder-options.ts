import {property} from 'lit/decorators.js';
import type {Shape} from '../../core/metadata/shapes.js';
import type {RecordingOptions} from '../../core/recording/recording-session.js';
import {CaptureElement} from '../capture-element.js';
import {
  bitRateAttribute,
  channelsAttribute,
  colourAttribute,
  elementOf,
  HEIGHT,
  heightAttribute,
  millisecondsAttribute,
  recordingShapes,
  secondsAttribute,
  usable,
  usableOptions,
  type WaveformRef,
} from '../options/audio-options.js';
import {booleanAttribute, unlessFalseAttribute} from '../options/option-attributes.js';
import {withCaption} from './caption.js';

/** The options of `<capture-audio>` for recording and drawing. */
export abstract class RecorderOptions extends CaptureElement {
  /** Height of the waveform in CSS pixels. */
  @property({converter: heightAttribute}) height = HEIGHT;

  /**
   * Colour of the waveform. In dark pages the default is the colour of the text; a colour that is set is used
   * unchanged.
   *
   * @default 'rgba(0, 0, 0, 0.8)'
   */
  @property({attribute: 'wave-color', converter: colourAttribute})
  get waveColor(): string {
    return this.#waveColor ?? 'rgba(0, 0, 0, 0.8)';
  }
  set waveColor(value: string | undefined) {
    this.#waveColor = value;
  }

  /** Where the waveform is drawn. If unset, or while the reference is empty: in the element itself. */
  @property({attribute: false}) waveformRef?: WaveformRef;

  /**
   * Kilobits per second, from 8 to 320; the nearest valid bit rate is used.
   *
   * @default 128
   */
  @property({attribute: 'bit-rate', converter: bitRateAttribute}) bitRate?: number;

  /**
   * 1 for mono, or 2 for stereo.
   *
   * @default 1
   */
  @property({converter: channelsAttribute}) channels?: 1 | 2;

  /**
   * Lets the browser remove echo and noise and level the loudness. If off, the sound is sealed as the microphone
   * delivers it.
   *
   * @default false
   */
  @property({attribute: 'audio-processing', converter: unlessFalseAttribute})
  audioProcessing?: boolean;

  /** Seconds after which a recording ends by itself, to the sample. Default: none. */
  @property({attribute: 'max-duration', converter: secondsAttribute}) maxDuration?: number;

  /** Milliseconds of silence after which a recording ends by itself. Default: none. */
  @property({attribute: 'silence-timeout', converter: millisecondsAttribute})
  silenceTimeout?: number;

  /**
   * What a person says about the next or current recording: at most 1,000 characters. Sealed as the tag `caption`
   * unless it is empty, and cleared once that recording is a capture.
   */
  @property() caption = '';

  /** Shows a text field for the caption, before and while it records. */
  @property({converter: booleanAttribute, attribute: 'caption-field'}) captionField = false;

  /** Used instead of the default encoder, e.g. that of `sealed-capture/wasm-encoder`. */
  @property({attribute: false}) encoder?: RecordingOptions['encoder'];

  protected override get shapes(): Readonly<Record<string, Shape>> {
    return {...super.shapes, ...recordingShapes};
  }

  protected override get sealedOptions() {
    return withCaption(super.sealedOptions, usable('caption', this.caption));
  }

  /** The valid options of the next recording. */
  protected get recordingOptions(): RecordingOptions {
    const {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder} = this;
    const options = {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder};
    return usableOptions(options);
  }

  /** Where and how the waveform is drawn; without `elsewhere` in the element itself. */
  protected get waveOptions() {
    return {
      elsewhere: elementOf(usable('waveformRef', this.waveformRef)),
      height: usable('height', this.height) ?? HEIGHT,
      waveColor: usable('waveColor', this.#waveColor),
    };
  }

  #waveColor?: string;
}
