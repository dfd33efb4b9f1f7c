import type {Check} from '../../model/inspection-result.js';

/** What a check is about, in the order of a reader's questions. */
export const checkAreas = [
  'content',
  'signature',
  'certificate',
  'trust',
  'time',
  'statements',
  'ingredients',
  'others',
] as const;
export type CheckArea = (typeof checkAreas)[number];

/** Codes of C2PA 2.2, section 15, by what they begin with; the first that fits counts. */
const byCode: readonly (readonly [RegExp, CheckArea])[] = [
  [
    /^ingredient\.|^assertion\.ingredient\.|^manifest\.(unknownProvenance|multipleParents|update\.wrongParents)/,
    'ingredients',
  ],
  [/^timeStamp\.|^timeOfSigning\.|^(assertion|manifest)\.timestamp\./, 'time'],
  [/^signingCredential\.(un)?trusted$/, 'trust'],
  [/^signingCredential\.|^claimSignature\.(in|out)sideValidity$/, 'certificate'],
  [/^assertion\.(data|bmff|boxes|collection|multiAsset)Hash\.|hardBinding/i, 'content'],
  [/^(claim|claimSignature|manifest|algorithm|general)\./, 'signature'],
  [/^(assertion|hashedURI)\./, 'statements'],
];

/** Identity, the device's clock and codes that nobody knows yet are among the others. */
export const areaOf = ({code, inIngredient}: Pick<Check, 'code' | 'inIngredient'>): CheckArea =>
  inIngredient ? 'ingredients' : (byCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'others');
