import {type Camera, type CaptureMetadata, type Gps} from '../model/capture-metadata.js';

/** Field names with their values, as JSON-LD of XMP (C2PA 2.2, "Metadata" and appendix B). */
type Fields = Record<string, string | number | undefined>;

const context = {
  exif: 'http://ns.adobe.com/exif/1.0/',
  exifEX: 'http://cipa.jp/exif/2.32/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
};

const LARGEST_UINT16 = 0xffff;
const LARGEST_UINT32 = 0xffffffff;

/** A fraction that EXIF can express: two unsigned numbers of 32 bits. Undefined for other values. */
function rational(value: number, denominator = 1000): string | undefined {
  const numerator = Math.round(value * denominator);
  return numerator <= LARGEST_UINT32 ? `${numerator}/${denominator}` : undefined;
}

/** "39,21.102000N": degrees, minutes with their fraction, hemisphere (XMP, GPSCoordinate). */
function coordinate(degrees: number, positive: string, negative: string): string {
  const microMinutes = Math.round(Math.abs(degrees) * 60e6);
  const minutes = (microMinutes % 60e6) / 1e6;
  return `${Math.floor(microMinutes / 60e6)},${minutes.toFixed(6)}${degrees < 0 ? negative : positive}`;
}

function fieldsOfGps(gps: Gps): Fields {
  const fields: Fields = {};
  if (gps.latitude === undefined || gps.longitude === undefined) return fields;
  // EXIF 3.0, where altitudes are above the ellipsoid, as this package's are; in earlier versions they were above
  // the sea.
  fields['exif:GPSVersionID'] = '2.4.0.0';
  fields['exif:GPSMapDatum'] = 'WGS-84';
  fields['exif:GPSLatitude'] = coordinate(gps.latitude, 'N', 'S');
  fields['exif:GPSLongitude'] = coordinate(gps.longitude, 'E', 'W');
  const altitude = gps.altitude !== undefined && rational(Math.abs(gps.altitude));
  if (altitude) {
    fields['exif:GPSAltitudeRef'] = (gps.altitude ?? 0) < 0 ? 1 : 0;
    fields['exif:GPSAltitude'] = altitude;
  }
  if (gps.timestamp !== undefined) fields['exif:GPSTimeStamp'] = gps.timestamp;
  const speed = gps.speed !== undefined && rational(gps.speed * 3.6);
  if (speed) {
    fields['exif:GPSSpeedRef'] = 'K';
    fields['exif:GPSSpeed'] = speed;
  }
  if (gps.latLongAccuracy !== undefined) {
    fields['exif:GPSHPositioningError'] = rational(gps.latLongAccuracy);
  }
  return fields;
}

function fieldsOfCamera(camera: Camera): Fields {
  const fields: Fields = {};
  if (camera.aperture !== undefined) fields['exif:FNumber'] = rational(camera.aperture, 100);
  if (camera.iso !== undefined && camera.iso <= LARGEST_UINT16) {
    fields['exifEX:PhotographicSensitivity'] = Math.round(camera.iso);
  }
  if (camera.shutterSpeed !== undefined && /^\d{1,9}\/[1-9]\d{0,8}$/.test(camera.shutterSpeed)) {
    fields['exif:ExposureTime'] = camera.shutterSpeed;
  }
  if (camera.zoomLevel !== undefined) fields['exif:DigitalZoomRatio'] = rational(camera.zoomLevel);
  if (camera.lens !== undefined && !isDirection(camera.lens)) {
    fields['exifEX:LensModel'] = camera.lens;
  }
  return fields;
}

/** Browsers report the direction of a camera, which is not a lens model. */
const isDirection = (lens: string): boolean => /^(environment|user|left|right)$/.test(lens);

/**
 * The location and the camera's settings in the fields that every C2PA reader knows; undefined without any. The
 * heading is omitted, because EXIF requires to state whether it is magnetic and which direction of the picture it
 * means.
 */
export function exifOf({gps, camera, device, capturedAt}: CaptureMetadata): object | undefined {
  const fields: Fields = {...(gps && fieldsOfGps(gps)), ...(camera && fieldsOfCamera(camera))};
  if (device?.model !== undefined) fields['tiff:Model'] = device.model;
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (known.length === 0) return undefined;
  const when = capturedAt !== undefined && {'exif:DateTimeOriginal': capturedAt};
  return {'@context': context, ...Object.fromEntries(known), ...when};
}
