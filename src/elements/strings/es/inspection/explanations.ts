import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'La firma del sello es correcta.',
  'claimSignature.insideValidity': 'El certificado era válido cuando se hizo el sello.',
  'claimSignature.outsideValidity': 'El certificado no era válido cuando se hizo el sello.',
  'claimSignature.mismatch': 'La firma no corresponde al sello: el sello se modificó.',
  'claimSignature.missing': 'El sello no tiene firma.',
  'signingCredential.trusted': 'El firmante está entre aquellos en los que se confía aquí.',
  'signingCredential.untrusted': 'El firmante no está entre aquellos en los que se confía aquí.',
  'org.sealed-capture.interimSigner':
    'El firmante solo se conoce por la lista provisional, que se cerró en enero de 2026.',
  'org.sealed-capture.timeStamp.interim':
    'La autoridad de sellado de tiempo solo se conoce por la lista provisional, que se cerró en enero de 2026.',
  'signingCredential.invalid': 'El certificado del firmante no se puede usar para un sello.',
  'signingCredential.expired':
    'El certificado del firmante había caducado, y ningún sello de tiempo fiable indica lo contrario.',
  'signingCredential.revoked': 'El certificado del firmante fue revocado.',
  'signingCredential.ocsp.notRevoked': 'El certificado del firmante no estaba revocado.',
  'signingCredential.ocsp.unknown': 'No se sabe si el certificado fue revocado.',
  'signingCredential.ocsp.inaccessible': 'No se pudo preguntar si el certificado fue revocado.',
  'signingCredential.ocsp.skipped':
    'No se preguntó si el certificado fue revocado: nadie más sabe lo que se comprueba aquí.',
  'timeStamp.validated': 'El sello de tiempo pertenece a este sello.',
  'timeStamp.trusted':
    'La hora procede de una autoridad de sellado de tiempo en la que se confía aquí.',
  'org.sealed-capture.seal.detached': 'El sello está en un archivo propio.',
  'org.sealed-capture.timeStamp.later':
    'El sello de tiempo se añadió después de hacerse el sello: el sello existía en ese momento y puede ser anterior.',
  'org.sealed-capture.timeStamp.unsupported':
    'El sello de tiempo usa un algoritmo que aquí no se conoce, así que no se comprobó.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'No se comprobó si se conoce la autoridad de sellado de tiempo: los sellos de este tipo anterior (C2PA 1) se leen sin ello.',
  'org.sealed-capture.timeStamp.afterValidation':
    'En el momento para el que se comprobó, ningún sello de tiempo confirmaba aún este sello.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'El reloj del dispositivo era correcto al sellar, con un margen de cinco minutos.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'El reloj del dispositivo tenía un error de más de cinco minutos al sellar.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'La hora de la captura es posterior a la del sello, así que no puede ser correcta.',
  'timeStamp.untrusted':
    'La autoridad de sellado de tiempo no está entre aquellas en las que se confía aquí.',
  'timeStamp.mismatch': 'El sello de tiempo pertenece a otro sello.',
  'timeStamp.malformed': 'El sello de tiempo no se puede leer.',
  'timeStamp.outsideValidity':
    'El certificado de la autoridad de sellado de tiempo no era válido entonces.',
  'timeStamp.credentialInvalid':
    'El certificado de la autoridad de sellado de tiempo no se puede usar para un sello de tiempo.',
  'timeOfSigning.insideValidity':
    'La hora que da el firmante está dentro del periodo de validez del certificado.',
  'timeOfSigning.outsideValidity':
    'La hora que da el firmante está fuera del periodo de validez del certificado.',
  'assertion.dataHash.match': 'El archivo es el que se selló, byte por byte.',
  'assertion.dataHash.mismatch': 'El archivo se modificó después de sellarse.',
  'assertion.dataHash.malformed': 'Lo que une el sello al archivo no se puede leer.',
  'assertion.dataHash.redacted': 'Lo que unía el sello al archivo se retiró.',
  'assertion.dataHash.additionalExclusionsPresent':
    'El sello deja fuera más partes del archivo que a sí mismo.',
  'assertion.boxesHash.match': 'Las partes del archivo son las que se sellaron.',
  'assertion.boxesHash.unknownBox': 'El archivo contiene partes que no se sellaron.',
  'assertion.collectionHash.match': 'Los archivos de la colección son los que se sellaron.',
  'assertion.collectionHash.incorrectFileCount':
    'La colección tiene más o menos archivos de los que se sellaron.',
  'assertion.collectionHash.invalidURI':
    'El sello nombra un archivo de la colección de una forma no permitida.',
  'assertion.collectionHash.mismatch':
    'Un archivo de la colección se modificó después de sellarse.',
  'assertion.multiAssetHash.missingPart': 'Falta una parte sellada del archivo.',
  'assertion.hashedURI.match': 'Las declaraciones del sello son las que se firmaron.',
  'assertion.hashedURI.mismatch': 'Las declaraciones del sello se modificaron después de firmarse.',
  'hashedURI.missing': 'El sello remite a una parte que no está.',
  'hashedURI.mismatch': 'Una parte a la que remite el sello se modificó después de firmarse.',
  'assertion.missing': 'Falta una declaración firmada.',
  'assertion.required.missing': 'Falta una declaración que todo sello debe contener.',
  'assertion.outsideManifest': 'Una declaración firmada está fuera del sello.',
  'assertion.multipleHardBindings': 'El sello está unido al archivo de más de una forma.',
  'assertion.undeclared': 'El sello contiene una declaración que no se firmó.',
  'assertion.accessible': 'Una declaración guardada en otro lugar es accesible.',
  'assertion.inaccessible': 'Una declaración guardada en otro lugar no es accesible.',
  'assertion.notRedacted': 'Una declaración que debía retirarse sigue ahí.',
  'assertion.selfRedacted': 'El sello retira sus propias declaraciones.',
  'assertion.action.malformed': 'No se puede leer lo que se hizo con el archivo.',
  'assertion.action.ingredientMismatch':
    'Lo que se hizo con el archivo no concuerda con sus fuentes.',
  'assertion.action.redacted': 'La lista de lo que se hizo con el archivo se retiró.',
  'assertion.action.redactionMismatch':
    'El sello dice que se retiró una declaración, pero no cuál.',
  'assertion.action.softBindingMissing':
    'El sello dice que se añadió una marca de agua, pero no la describe.',
  'assertion.ingredient.malformed': 'No se puede leer de qué se hizo el archivo.',
  'assertion.metadata.disallowed': 'El sello contiene un campo no permitido.',
  'assertion.json.invalid': 'Una declaración del sello no es un JSON legible.',
  'assertion.cbor.invalid': 'Una declaración del sello no es un CBOR legible.',
  'assertion.timestamp.malformed': 'Un sello de tiempo del sello no se puede leer.',
  'assertion.cloud-data.hardBinding':
    'Lo que une el sello al archivo está en otro lugar, y eso no está permitido.',
  'assertion.cloud-data.actions':
    'Lo que se hizo con el archivo está en otro lugar, y eso no está permitido.',
  'assertion.cloud-data.malformed': 'No se puede leer dónde se guarda una declaración.',
  'assertion.cloud-data.labelMismatch': 'La declaración guardada en otro lugar es otra.',
  'assertion.external-reference.malformed': 'No se puede leer a qué remite el sello en otro lugar.',
  'assertion.external-reference.created':
    'El sello dice que algo externo es de su firmante, y eso no está permitido.',
  'claim.missing': 'El sello no tiene declaración principal (claim).',
  'claim.multiple': 'El sello tiene más de una declaración principal (claim).',
  'claim.hardBindings.missing': 'El sello no está unido a ningún archivo.',
  'claim.malformed':
    'A la declaración principal (claim) le falta un campo o tiene uno no permitido.',
  'claim.cbor.invalid': 'La declaración principal (claim) del sello no es un CBOR legible.',
  'claim.required.missing':
    'A la declaración principal (claim) le falta lo que todas deben contener.',
  'ingredient.manifest.validated': 'Se comprobó el sello del archivo de origen.',
  'ingredient.claimSignature.validated': 'El sello del archivo de origen está firmado.',
  'ingredient.hashedURI.match': 'El archivo de origen es el indicado.',
  'ingredient.hashedURI.mismatch': 'El archivo de origen no es el indicado.',
  'ingredient.manifest.missing': 'Falta el sello del archivo de origen.',
  'ingredient.manifest.mismatch': 'El sello del archivo de origen se modificó.',
  'ingredient.claimSignature.mismatch': 'La firma del archivo de origen no corresponde.',
  'ingredient.claimSignature.missing': 'El sello del archivo de origen no tiene firma.',
  'ingredient.unknownProvenance': 'El archivo de origen no llevaba sello.',
  'ingredient.*': 'Se comprobó un archivo de origen.',
  'manifest.missing': 'El sello no está donde indica el archivo.',
  'manifest.inaccessible': 'El sello se guarda en otro lugar; no se descarga nada de allí.',
  'manifest.unknownProvenance': 'Este sello no permite saber de dónde viene el archivo.',
  'manifest.compressed.invalid': 'El sello se comprimió de una forma que no se puede deshacer.',
  'manifest.multipleParents': 'El sello nombra más de un archivo de origen.',
  'manifest.update.invalid': 'Una actualización del sello no está permitida tal como está.',
  'manifest.update.wrongParents': 'Una actualización del sello no nombra el sello que actualiza.',
  'manifest.timestamp.invalid': 'Un sello de tiempo posterior no está permitido tal como está.',
  'manifest.timestamp.wrongParents':
    'Un sello de tiempo posterior no nombra el sello al que pertenece.',
  'manifest.unreferenced': 'El archivo contiene un sello al que nada remite.',
  'algorithm.unsupported': 'El sello usa un algoritmo que aquí no se conoce.',
  'algorithm.deprecated': 'El sello usa un algoritmo que ya no se considera seguro.',
  'general.error': 'El sello o el archivo no se puede leer.',
  'cawg.identity.well-formed': 'La declaración de identidad está bien formada.',
  'cawg.identity.trusted': 'La declaración de identidad es de alguien en quien se confía aquí.',
  'cawg.identity.assertion.mismatch':
    'La declaración de identidad se refiere a otras declaraciones que las de este sello.',
  'cawg.identity.assertion.duplicate':
    'La declaración de identidad nombra una declaración dos veces.',
  'cawg.identity.hard_binding_missing': 'La declaración de identidad no está unida al archivo.',
  'cawg.identity.pad.invalid': 'La declaración de identidad contiene datos donde no debe haberlos.',
  'cawg.identity.sig_type.unknown':
    'La declaración de identidad está firmada de una forma desconocida aquí.',
  'cawg.x509.signature.validated': 'La firma de la declaración de identidad es correcta.',
  'cawg.x509.signature.mismatch': 'La firma de la declaración de identidad no corresponde.',
  'cawg.x509.signature.outside_validity':
    'La declaración de identidad se firmó cuando su certificado no era válido.',
  'cawg.x509.credential.trusted':
    'El autor de la declaración de identidad está entre aquellos en los que se confía aquí.',
  'cawg.x509.credential.invalid':
    'El certificado de la declaración de identidad no se puede usar para ello.',
  'cawg.x509.credential.untrusted':
    'Aquí no se conoce al autor de la declaración de identidad; eso no afecta al sello.',
  'cawg.x509.algorithm.unsupported':
    'La declaración de identidad usa un algoritmo que aquí no se conoce.',
  'cawg.x509.time_stamp.validated': 'El sello de tiempo pertenece a la declaración de identidad.',
  'cawg.x509.time_stamp.trusted':
    'La hora de la declaración de identidad procede de una autoridad de sellado de tiempo en la que se confía aquí.',
  'cawg.x509.time_stamp.untrusted':
    'La autoridad que selló la hora de la declaración de identidad no está entre aquellas en las que se confía aquí.',
  'cawg.x509.time_stamp.mismatch':
    'El sello de tiempo de la declaración de identidad pertenece a otra.',
  'cawg.x509.time_stamp.malformed':
    'El sello de tiempo de la declaración de identidad no se puede leer.',
  'cawg.x509.time_stamp.outside_validity':
    'El certificado de la autoridad que selló la hora de la declaración de identidad no era válido entonces.',
  'cawg.ica.credential_valid': 'Quien avala la identidad la ha firmado.',
  'cawg.ica.untrusted_issuer':
    'Aquí no se conoce a quien avala la identidad; eso no afecta al sello.',
  'cawg.ica.did_unavailable':
    'No se pudo buscar a quien avala la identidad: desde aquí no se pregunta a nadie más.',
  'cawg.ica.invalid_did_document': 'No se puede leer cómo comprobar a quien avala la identidad.',
  'cawg.ica.invalid_issuer':
    'La declaración de identidad nombra a quien la avala de una forma desconocida aquí.',
  'cawg.ica.invalid_cose_sign1': 'La firma de quien avala la identidad no se puede leer.',
  'cawg.ica.invalid_alg':
    'Quien avala la identidad ha firmado con un algoritmo que aquí no se conoce.',
  'cawg.ica.invalid_content_type': 'La declaración de identidad no es del tipo debido.',
  'cawg.ica.invalid_verifiable_credential': 'La declaración de identidad no se puede leer.',
  'cawg.ica.signature_mismatch':
    'La firma de quien avala la identidad no corresponde: la declaración se modificó.',
  'cawg.ica.signer_payload.mismatch':
    'La declaración de identidad se hizo para otras declaraciones que las de este sello.',
  'cawg.ica.time_stamp.validated': 'El sello de tiempo pertenece a la declaración de identidad.',
  'cawg.ica.time_stamp.invalid':
    'El sello de tiempo de la declaración de identidad no está en orden.',
  'cawg.ica.valid_from.missing': 'La declaración de identidad no dice desde cuándo vale.',
  'cawg.ica.valid_from.invalid':
    'La declaración de identidad aún no valía cuando se hizo el sello, o aún no vale.',
  'cawg.ica.valid_until.invalid': 'La declaración de identidad ya no vale.',
  'cawg.*': 'Se comprobó una declaración de identidad.',
  'timeStamp.*': 'Se comprobó el sello de tiempo.',
  '*': 'Se comprobó una parte del sello.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Nada ha cambiado desde que se selló. ${signer} solo consta en la lista provisional, que se cerró en enero de 2026.`,
  'partly-confirmed': () => 'Nada ha cambiado desde que se selló, pero no todo está confirmado.',
  'broken-source': () => 'El archivo de origen tenía el sello roto.',
  'unknown-source': () => 'El firmante del archivo de origen no es de confianza.',
  broken: () => 'El sello no está en orden.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `En un archivo de origen: ${sentence}`),
  verdictReason: (reason, signer = 'El firmante') => reasons[reason](signer),
};
