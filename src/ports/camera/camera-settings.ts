import type {Camera} from '@sealed-capture/seal/model/capture-metadata.js';
import {zoomRatio} from '@sealed-capture/seal/model/zoom-ratio.js';
import {deviceName} from '../permissions/media-access.js';
import {finite} from '../sensors/finite.js';
import {pictureNotes} from './picture-notes.js';

/** Image Capture's settings, where the browser has them. */
interface PhotoSettings extends MediaTrackSettings {
  exposureTime?: number;
  focusDistance?: number;
  focusMode?: string;
  iso?: number;
  torch?: boolean;
  whiteBalanceMode?: string;
  zoom?: number;
}

interface PhotoCapabilities extends MediaTrackCapabilities {
  zoom?: {min: number};
}

/** Firefox has no capabilities before version 132. */
type DescribedTrack = Pick<MediaStreamTrack, 'label' | 'getSettings'> &
  Partial<Pick<MediaStreamTrack, 'getCapabilities'>>;

/** Exposure times come in units of 100 µs. */
const EXPOSURE_UNITS_PER_SECOND = 10_000;

/** The metadata section of the camera. No browser reports aperture and low light. */
export function cameraSection(track: DescribedTrack): Camera {
  const settings: PhotoSettings = track.getSettings();
  const {zoom}: PhotoCapabilities = track.getCapabilities?.() ?? {};
  return {
    deviceName: deviceName(track),
    lens: settings.facingMode || undefined,
    focusPosition: finite(settings.focusDistance),
    iso: finite(settings.iso),
    shutterSpeed: shutterSpeed(settings.exposureTime),
    whiteBalanceMode: settings.whiteBalanceMode,
    flash: settings.torch,
    focusMode: settings.focusMode,
    zoomLevel: finite(zoomRatio(settings.zoom ?? NaN, zoom?.min)),
    ...pictureNotes.get(track),
  };
}

/** Formats seconds as usual: "1/80", and long ones as "0.5" or "2"; rounded by 2 % at most. */
function shutterSpeed(exposureTime: number | undefined): string | undefined {
  const seconds = (exposureTime ?? 0) / EXPOSURE_UNITS_PER_SECOND;
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  const parts = Math.round(1 / seconds);
  const isFraction = seconds < 0.3 && Math.abs(1 / parts - seconds) <= 0.02 * seconds;
  return isFraction ? `1/${parts}` : String(Number(seconds.toPrecision(3)));
}
