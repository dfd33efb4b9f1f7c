import {bytes} from './sources.js';

const uint16 = (value: number) => [value >> 8, value & 0xff];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)];
const little = (value: number, size: number) =>
  Array.from({length: size}, (_, index) => Math.floor(value / 256 ** index) & 0xff);

export const isoBox = (type: string, ...content: (Uint8Array | string | number[])[]) => {
  const body = bytes(...content);
  return bytes(uint32(body.length + 8), type, body);
};

const handler = (kind: string) =>
  isoBox('hdlr', uint32(0), uint32(0), kind, uint32(0), uint32(0), uint32(0), [0]);

/** An ISO base media file with this brand: a still has `meta`, all others `moov`. */
export const iso = (brand: string, isStill = false) =>
  bytes(
    isoBox('ftyp', brand, uint32(0), brand, 'mif1'),
    isStill
      ? isoBox('meta', uint32(0), handler('pict'))
      : isoBox('moov', isoBox('mvhd', uint32(0), new Uint8Array(96))),
    isoBox('mdat', 'content of the media'),
  );

const riff = (form: string, ...chunks: Uint8Array[]) => {
  const body = bytes(form, ...chunks);
  return bytes('RIFF', little(body.length, 4), body);
};
const chunk = (type: string, ...content: (string | number[])[]) => {
  const body = bytes(...content);
  return bytes(type, little(body.length, 4), body, new Uint8Array(body.length & 1));
};

export const wav = riff(
  'WAVE',
  chunk('fmt ', [1, 0, 1, 0], little(8000, 4), little(8000, 4), [1, 0, 8, 0]),
  chunk('data', 'samples.'),
);
const avi = riff(
  'AVI ',
  chunk('LIST', 'hdrlavih', uint32(0)),
  chunk('LIST', 'movi00dc', uint32(0)),
);

/** Tags as [number, type, value], each a single value of two or four bytes. */
function tiffOf(entries: [tag: number, type: 3 | 4, value: number][]): Uint8Array {
  const directory = entries.map(([tag, type, value]) =>
    bytes(little(tag, 2), little(type, 2), little(1, 4), little(value, 4)),
  );
  const data = 8 + 2 + directory.length * 12 + 4;
  return bytes(
    'II*\0',
    little(8, 4),
    little(directory.length, 2),
    ...directory.map((entry, i) =>
      entries[i]?.[0] === 273 ? bytes(entry.subarray(0, 8), little(data, 4)) : entry,
    ),
    little(0, 4),
    'pixels!!',
  );
}

const tiffTags: [number, 3 | 4, number][] = [
  [256, 3, 8],
  [257, 3, 1],
  [258, 3, 8],
  [259, 3, 1],
  [262, 3, 1],
  [273, 4, 0],
  [277, 3, 1],
  [278, 3, 1],
  [279, 4, 8],
];

function bigTiff(): Uint8Array {
  const entry = (tag: number, value: number) =>
    bytes(little(tag, 2), little(4, 2), little(1, 8), little(value, 8));
  const data = 16 + 8 + tiffTags.length * 20 + 8;
  return bytes(
    'II+\0',
    [8, 0, 0, 0],
    little(16, 8),
    little(tiffTags.length, 8),
    ...tiffTags.map(([tag, , value]) => entry(tag, tag === 273 ? data : value)),
    little(0, 8),
    'pixels!!',
  );
}

const flacInfo = bytes(
  [0x80, 0, 0, 34],
  [0x10, 0, 0x10, 0],
  new Uint8Array(6),
  [0x0a, 0xc4, 0x42, 0xf0],
  new Uint8Array(20),
);

const pdf = (() => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ];
  let text = '%PDF-1.7\n';
  const starts = objects.map((object, i) => {
    const start = text.length;
    text += `${i + 1} 0 obj${object}endobj\n`;
    return start;
  });
  const table = text.length;
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  return bytes(
    `${text}xref\n0 4\n0000000000 65535 f \n${rows}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`,
  );
})();

/** A small file of each format that seals are read from, beside the four in `sources.ts`. */
export const otherFormats: readonly (readonly [
  name: string,
  mediaType: string,
  media: Uint8Array,
])[] = [
  ['WAV', 'audio/wav', wav],
  ['AVI', 'video/avi', avi],
  ['FLAC', 'audio/flac', bytes('fLaC', flacInfo, [0xff, 0xf8, 0, 0])],
  ['FLAC after an ID3 tag', 'audio/flac', bytes('ID3', [4, 0, 0, 0, 0, 0, 0], 'fLaC', flacInfo)],
  [
    'GIF',
    'image/gif',
    bytes(
      'GIF89a',
      [1, 0, 1, 0, 0, 0, 0],
      [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
    ),
  ],
  ['TIFF', 'image/tiff', tiffOf(tiffTags)],
  ['BigTIFF', 'image/tiff', bigTiff()],
  ['DNG', 'image/x-adobe-dng', tiffOf([...tiffTags, [50_706, 4, 0x0401]])],
  ['SVG', 'image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')],
  [
    'JPEG XL',
    'image/jxl',
    bytes(
      [0, 0, 0, 12],
      'JXL \r\n',
      [0x87],
      '\n',
      isoBox('ftyp', 'jxl ', uint32(0), 'jxl '),
      isoBox('jxlc', [0xff, 0x0a, 0, 0]),
    ),
  ],
  ['AVIF', 'image/avif', iso('avif', true)],
  ['HEIC', 'image/heic', iso('heic', true)],
  ['HEIF', 'image/heif', iso('mif1', true)],
  ['M4A', 'audio/mp4', iso('M4A ')],
  ['MP4', 'video/mp4', iso('isom')],
  ['QuickTime', 'video/quicktime', iso('qt  ')],
  ['PDF', 'application/pdf', pdf],
];
