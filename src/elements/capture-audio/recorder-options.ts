import {property} from 'lit/decorators.js';
import type {RecordingOptions} from '../../core/recording/recording-session.js';
import {CaptureElement} from '../capture-element.js';
import {
  bitRateAttribute,
  channelsAttribute,
  colourAttribute,
  heightAttribute,
  millisecondsAttribute,
  secondsAttribute,
  type WaveformRef,
} from '../options/audio-options.js';
import {unlessFalseAttribute} from '../options/option-attributes.js';

/** Of the waveform, in CSS pixels. */
export const HEIGHT = 256;

/** The options of `<capture-audio>`: how a recording is made, and how it is drawn. */
export abstract class RecorderOptions extends CaptureElement {
  /** Height of the waveform in CSS pixels. */
  @property({converter: heightAttribute}) height = HEIGHT;

  /**
   * Colour of the waveform. In dark pages the default is the colour of the text; a colour that is set is taken as it
   * is.
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

  /** Where the waveform is drawn. Unset, or while there is no element in it: in the element itself. */
  @property({attribute: false}) waveformRef?: WaveformRef;

  /**
   * Kilobits per second, from 8 to 320; the nearest that an MP3 can have is taken.
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
   * Let the browser take echoes and noise out, and level the loudness. Off, what is sealed is what the microphone
   * heard.
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
   * What a person says about the next recording, or the one that is made: at most 1,000 characters, sealed with it as
   * the tag `caption` unless it is empty, and empty again once that recording is a capture.
   */
  @property() caption = '';

  /** Shows a field in which a person writes the caption, before and while it records. */
  @property({type: Boolean, attribute: 'caption-field'}) captionField = false;

  /** In place of the default encoder, e.g. that of `sealed-capture/wasm-encoder`. */
  @property({attribute: false}) encoder?: RecordingOptions['encoder'];

  /** As the page has set it; undefined: the default. */
  protected get ownWaveColor(): string | undefined {
    return this.#waveColor;
  }

  #waveColor?: string;
}
