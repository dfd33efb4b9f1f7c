import type {Check} from '@sealed-capture/seal/model/inspection/inspection-result.js';

/** What a check is about, in the order of a reader's questions. */
export const checkAreas = [
  'content',
  'signature',
  'certificate',
  'trust',
  'time',
  'statements',
  'ingredients',
  'identity',
  'clock',
  'others',
] as const;
export type CheckArea = (typeof checkAreas)[number];

/** Areas by the beginning of a code in C2PA 2.2, section 15; the first match counts. */
const byCode: readonly (readonly [RegExp, CheckArea])[] = [
  [
    /^ingredient\.|^assertion\.ingredient\.|^manifest\.(unknownProvenance|multipleParents|update\.wrongParents)/,
    'ingredients',
  ],
  [
    /^(org\.sealed-capture\.)?timeStamp\.|^timeOfSigning\.|^(assertion|manifest)\.timestamp\./,
    'time',
  ],
  [/^signingCredential\.(un)?trusted$|\.interimSigner$/, 'trust'],
  [/^signingCredential\.|^claimSignature\.(in|out)sideValidity$/, 'certificate'],
  [/^assertion\.(data|bmff|boxes|collection|multiAsset)Hash\.|hardBinding/i, 'content'],
  [/^(claim|claimSignature|manifest|algorithm|general)\./, 'signature'],
  [/^(assertion|hashedURI)\./, 'statements'],
  [/^cawg\./, 'identity'],
  [/^org\.sealed-capture\.deviceClock\./, 'clock'],
];

/** True for areas that few seals have, which are not listed unless they were checked. */
export const isSpecial = (area: CheckArea): boolean =>
  area === 'identity' || area === 'clock' || area === 'others';

/** The area of a code; unknown codes belong to the others. */
export const areaOf = ({code, inIngredient}: Pick<Check, 'code' | 'inIngredient'>): CheckArea =>
  inIngredient ? 'ingredients' : (byCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'others');
