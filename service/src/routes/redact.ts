import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import Type from 'typebox';
import {sealedSections, type SealedSection} from '@sealed-capture/seal/model/seal/seal-format.js';
import {
  LONGEST_REASON,
  redactionReasons,
  type RedactionRequest,
} from '@sealed-capture/seal/writing/redaction/redaction-plan.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import type {OfEnvironment} from '../environment.js';
import {checked} from './upload.js';
import {uploadRoute} from './upload-route.js';
import {mediaPart, readMedia, refusedPart, type UploadedMedia} from './uploaded-media.js';

const TEXT_LIMIT = 16 * 1024;

const oneSection = `(${sealedSections.join('|')})`;

/** The parts of the form beside the media, each a text. */
const texts = {
  sections: Type.String({
    pattern: `^${oneSection}(,${oneSection})*$`,
    description: `What goes: one or more of ${sealedSections.join(', ')}, with commas between them.`,
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: LONGEST_REASON,
    description: `Why, in plain words, or one of ${redactionReasons.join(', ')}. Anybody who has the file can read it.`,
  }),
  placeInFile: Type.Literal('keep', {
    description:
      'Redacts the place all the same where the EXIF or XMP of the file itself holds one, which stays.',
  }),
};
type TextPart = keyof typeof texts;
const isTextPart = (name: string): name is TextPart => Object.hasOwn(texts, name);

/** Schema for the description only: the form is parsed part by part. */
const RedactForm = Type.Object({
  media: mediaPart('The sealed file.'),
  sections: texts.sections,
  reason: Type.Optional(texts.reason),
  placeInFile: Type.Optional(texts.placeInFile),
});

type Upload = UploadedMedia & {redaction: RedactionRequest};

/** `POST {base}/redact`: removes parts of the capture metadata from the seal of an uploaded file. */
export const redactRoute: FastifyPluginAsync<OfEnvironment> = async (app, {environment}) => {
  const {settings} = app;
  await uploadRoute<Upload>(app, environment, {
    path: '/redact',
    role: 'redact',
    summary: 'Take the place, the device or other parts out of a seal',
    answers: 'The file, whose seal no longer holds the parts, and says so.',
    form: RedactForm,
    textLimit: TEXT_LIMIT,
    files: 1,
    fields: 3,
    parts: 'media and sections',
    read: readUpload,
    asked: ({redaction}) => redaction,
    job: ({media, mediaType, redaction}, {sealer}) => ({
      name: 'redact',
      ...media,
      mediaType,
      redaction,
      environment,
      sealer,
    }),
  });

  async function readUpload(request: FastifyRequest, claim: BodyClaim): Promise<Upload> {
    let media: UploadedMedia | undefined;
    const given: Partial<Record<TextPart, string>> = {};
    for await (const part of request.parts()) {
      const {fieldname: name} = part;
      if (name === 'media' && part.type === 'file') {
        if (media) throw refusedPart('media', 'is there twice');
        media = await readMedia(request, part, settings, claim);
      } else if (isTextPart(name) && part.type === 'field') {
        if (given[name] !== undefined) throw refusedPart(name, 'is there twice');
        given[name] = checked<string>(request, texts[name], part.value, `/${name}`);
      } else {
        throw refusedPart(name.slice(0, 64), 'is not a part of this form');
      }
    }
    if (!media) throw refusedPart('media', 'is missing, or has no file name');
    if (given.sections === undefined) throw refusedPart('sections', 'is missing');
    const sections = [...new Set(given.sections.split(','))].sort() as SealedSection[];
    const {reason, placeInFile} = given;
    return {
      ...media,
      redaction: {
        sections,
        ...(reason !== undefined && {reason}),
        ...(placeInFile !== undefined && {placeInFile: 'keep'}),
      },
    };
  }
};
