import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'La signature du sceau est correcte.',
  'claimSignature.insideValidity': 'Le certificat était valable lorsque le sceau a été apposé.',
  'claimSignature.outsideValidity':
    'Le certificat n’était pas valable lorsque le sceau a été apposé.',
  'claimSignature.mismatch': 'La signature ne correspond pas au sceau : le sceau a été modifié.',
  'claimSignature.missing': 'Le sceau n’a pas de signature.',
  'signingCredential.trusted': 'Le signataire est parmi ceux qui sont reconnus ici.',
  'signingCredential.untrusted': 'Le signataire n’est pas parmi ceux qui sont reconnus ici.',
  'org.sealed-capture.interimSigner':
    'Le signataire n’est connu que de la liste provisoire, close en janvier 2026.',
  'org.sealed-capture.timeStamp.interim':
    'L’autorité d’horodatage n’est connue que de la liste provisoire, close en janvier 2026.',
  'signingCredential.invalid': 'Le certificat du signataire ne peut pas servir à un sceau.',
  'signingCredential.expired':
    'Le certificat du signataire avait expiré, et aucun horodatage fiable n’indique le contraire.',
  'signingCredential.revoked': 'Le certificat du signataire a été révoqué.',
  'signingCredential.ocsp.notRevoked': 'Le certificat du signataire n’était pas révoqué.',
  'signingCredential.ocsp.unknown': 'On ne sait pas si le certificat a été révoqué.',
  'signingCredential.ocsp.inaccessible':
    'Il n’a pas été possible de demander si le certificat a été révoqué.',
  'signingCredential.ocsp.skipped':
    'On n’a pas demandé si le certificat a été révoqué : personne d’autre n’apprend ce qui est vérifié ici.',
  'timeStamp.validated': 'L’horodatage appartient à ce sceau.',
  'timeStamp.trusted': 'L’heure vient d’une autorité d’horodatage reconnue ici.',
  'org.sealed-capture.seal.detached': 'Le sceau est dans un fichier à part.',
  'org.sealed-capture.timeStamp.later':
    'L’horodatage a été ajouté après le sceau : le sceau existait à ce moment-là et peut être plus ancien.',
  'org.sealed-capture.timeStamp.unsupported':
    'L’horodatage utilise un algorithme inconnu ici ; il n’a donc pas été vérifié.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'On n’a pas vérifié si l’autorité d’horodatage est connue : les sceaux de ce type plus ancien (C2PA 1) sont lus sans cela.',
  'org.sealed-capture.timeStamp.afterValidation':
    'À la date pour laquelle la vérification a été faite, aucun horodatage ne confirmait encore ce sceau.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'L’horloge de l’appareil était juste au moment du scellement, à cinq minutes près.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'L’horloge de l’appareil était fausse de plus de cinq minutes au moment du scellement.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'L’heure de la prise de vue ou de son est postérieure à celle du sceau : elle ne peut pas être juste.',
  'timeStamp.untrusted': 'L’autorité d’horodatage n’est pas parmi celles qui sont reconnues ici.',
  'timeStamp.mismatch': 'L’horodatage appartient à un autre sceau.',
  'timeStamp.malformed': 'L’horodatage est illisible.',
  'timeStamp.outsideValidity':
    'Le certificat de l’autorité d’horodatage n’était pas valable à ce moment-là.',
  'timeStamp.credentialInvalid':
    'Le certificat de l’autorité d’horodatage ne peut pas servir à un horodatage.',
  'timeOfSigning.insideValidity':
    'L’heure donnée par le signataire est dans la période de validité du certificat.',
  'timeOfSigning.outsideValidity':
    'L’heure donnée par le signataire est hors de la période de validité du certificat.',
  'assertion.dataHash.match': 'Le fichier est celui qui a été scellé, octet pour octet.',
  'assertion.dataHash.mismatch': 'Le fichier a été modifié après avoir été scellé.',
  'assertion.dataHash.malformed': 'Le lien entre le sceau et le fichier est illisible.',
  'assertion.dataHash.redacted': 'Le lien entre le sceau et le fichier a été retiré.',
  'assertion.dataHash.additionalExclusionsPresent':
    'Le sceau laisse de côté plus que lui-même dans le fichier.',
  'assertion.boxesHash.match': 'Les parties du fichier sont celles qui ont été scellées.',
  'assertion.boxesHash.unknownBox': 'Le fichier contient des parties qui n’ont pas été scellées.',
  'assertion.collectionHash.match': 'Les fichiers de la collection sont ceux qui ont été scellés.',
  'assertion.collectionHash.incorrectFileCount':
    'La collection contient plus ou moins de fichiers que ceux qui ont été scellés.',
  'assertion.collectionHash.invalidURI':
    'Le sceau désigne un fichier de la collection d’une manière non autorisée.',
  'assertion.collectionHash.mismatch':
    'Un fichier de la collection a été modifié après avoir été scellé.',
  'assertion.multiAssetHash.missingPart': 'Une partie scellée du fichier manque.',
  'assertion.hashedURI.match': 'Les déclarations du sceau sont celles qui ont été signées.',
  'assertion.hashedURI.mismatch': 'Des déclarations du sceau ont été modifiées après la signature.',
  'hashedURI.missing': 'Le sceau renvoie à une partie absente.',
  'hashedURI.mismatch': 'Une partie à laquelle le sceau renvoie a été modifiée après la signature.',
  'assertion.missing': 'Une déclaration signée manque.',
  'assertion.required.missing': 'Une déclaration que tout sceau doit contenir manque.',
  'assertion.outsideManifest': 'Une déclaration signée se trouve hors du sceau.',
  'assertion.multipleHardBindings': 'Le sceau est lié au fichier de plusieurs manières.',
  'assertion.undeclared': 'Le sceau contient une déclaration qui n’a pas été signée.',
  'assertion.accessible': 'Une déclaration conservée ailleurs est accessible.',
  'assertion.inaccessible': 'Une déclaration conservée ailleurs est inaccessible.',
  'assertion.notRedacted': 'Une déclaration qui aurait dû être retirée est encore là.',
  'assertion.selfRedacted': 'Le sceau retire ses propres déclarations.',
  'assertion.action.malformed': 'Ce qui a été fait au fichier est illisible.',
  'assertion.action.ingredientMismatch':
    'Ce qui a été fait au fichier ne correspond pas à ses sources.',
  'assertion.action.redacted': 'La liste de ce qui a été fait au fichier a été retirée.',
  'assertion.action.redactionMismatch':
    'Le sceau dit qu’une déclaration a été retirée, mais pas laquelle.',
  'assertion.action.softBindingMissing':
    'Le sceau dit qu’un filigrane a été ajouté, mais ne le décrit pas.',
  'assertion.ingredient.malformed': 'Les fichiers d’origine sont illisibles.',
  'assertion.metadata.disallowed': 'Le sceau contient un champ non autorisé.',
  'assertion.json.invalid': 'Une déclaration du sceau n’est pas un JSON lisible.',
  'assertion.cbor.invalid': 'Une déclaration du sceau n’est pas un CBOR lisible.',
  'assertion.timestamp.malformed': 'Un horodatage dans le sceau est illisible.',
  'assertion.cloud-data.hardBinding':
    'Le lien entre le sceau et le fichier se trouve ailleurs, ce qui n’est pas autorisé.',
  'assertion.cloud-data.actions':
    'Ce qui a été fait au fichier se trouve ailleurs, ce qui n’est pas autorisé.',
  'assertion.cloud-data.malformed': 'L’endroit où une déclaration est conservée est illisible.',
  'assertion.cloud-data.labelMismatch': 'La déclaration conservée ailleurs est une autre.',
  'assertion.external-reference.malformed': 'Ce à quoi le sceau renvoie ailleurs est illisible.',
  'assertion.external-reference.created':
    'Le sceau dit que quelque chose d’extérieur vient de son signataire, ce qui n’est pas autorisé.',
  'claim.missing': 'Le sceau n’a pas d’assertion principale (claim).',
  'claim.multiple': 'Le sceau a plus d’une assertion principale (claim).',
  'claim.hardBindings.missing': 'Le sceau n’est lié à aucun fichier.',
  'claim.malformed':
    'Il manque un champ à l’assertion principale (claim), ou elle en a un non autorisé.',
  'claim.cbor.invalid': 'L’assertion principale (claim) du sceau n’est pas un CBOR lisible.',
  'claim.required.missing':
    'Il manque à l’assertion principale (claim) ce que toutes doivent contenir.',
  'ingredient.manifest.validated': 'Le sceau du fichier source a été vérifié.',
  'ingredient.claimSignature.validated': 'Le sceau du fichier source est signé.',
  'ingredient.hashedURI.match': 'Le fichier source est celui qui est désigné.',
  'ingredient.hashedURI.mismatch': 'Le fichier source n’est pas celui qui est désigné.',
  'ingredient.manifest.missing': 'Le sceau du fichier source manque.',
  'ingredient.manifest.mismatch': 'Le sceau du fichier source a été modifié.',
  'ingredient.claimSignature.mismatch': 'La signature du fichier source ne correspond pas.',
  'ingredient.claimSignature.missing': 'Le sceau du fichier source n’a pas de signature.',
  'ingredient.unknownProvenance': 'Le fichier source ne portait pas de sceau.',
  'ingredient.*': 'Un fichier source a été vérifié.',
  'manifest.missing': 'Le sceau n’est pas là où le fichier l’indique.',
  'manifest.inaccessible': 'Le sceau est conservé ailleurs ; rien n’y est cherché.',
  'manifest.unknownProvenance': 'Ce sceau ne permet pas de dire d’où vient le fichier.',
  'manifest.compressed.invalid': 'Le sceau a été compressé d’une manière irréversible.',
  'manifest.multipleParents': 'Le sceau désigne plus d’un fichier source.',
  'manifest.update.invalid': 'Une mise à jour du sceau n’est pas autorisée telle quelle.',
  'manifest.update.wrongParents':
    'Une mise à jour du sceau ne désigne pas le sceau qu’elle met à jour.',
  'manifest.timestamp.invalid': 'Un horodatage ultérieur du sceau n’est pas autorisé tel quel.',
  'manifest.timestamp.wrongParents':
    'Un horodatage ultérieur ne désigne pas le sceau auquel il appartient.',
  'manifest.unreferenced': 'Le fichier contient un sceau auquel rien ne renvoie.',
  'algorithm.unsupported': 'Le sceau utilise un algorithme inconnu ici.',
  'algorithm.deprecated': 'Le sceau utilise un algorithme qui n’est plus considéré comme sûr.',
  'general.error': 'Le sceau ou le fichier est illisible.',
  'cawg.identity.well-formed': 'La déclaration d’identité est bien formée.',
  'cawg.identity.trusted': 'La déclaration d’identité vient d’une personne reconnue ici.',
  'cawg.identity.assertion.mismatch':
    'La déclaration d’identité porte sur d’autres déclarations que celles de ce sceau.',
  'cawg.identity.assertion.duplicate': 'La déclaration d’identité cite deux fois une déclaration.',
  'cawg.identity.hard_binding_missing': 'La déclaration d’identité n’est pas liée au fichier.',
  'cawg.identity.pad.invalid':
    'La déclaration d’identité contient des données là où il ne doit pas y en avoir.',
  'cawg.identity.sig_type.unknown':
    'La déclaration d’identité est signée d’une manière inconnue ici.',
  'cawg.x509.signature.validated': 'La signature de la déclaration d’identité est correcte.',
  'cawg.x509.signature.mismatch': 'La signature de la déclaration d’identité ne correspond pas.',
  'cawg.x509.signature.outside_validity':
    'La déclaration d’identité a été signée alors que son certificat n’était pas valable.',
  'cawg.x509.credential.trusted':
    'L’auteur de la déclaration d’identité est parmi ceux qui sont reconnus ici.',
  'cawg.x509.credential.invalid':
    'Le certificat de la déclaration d’identité ne peut pas servir à cela.',
  'cawg.x509.credential.untrusted':
    'L’auteur de la déclaration d’identité n’est pas connu ici ; cela ne concerne pas le sceau.',
  'cawg.x509.algorithm.unsupported': 'La déclaration d’identité utilise un algorithme inconnu ici.',
  'cawg.x509.time_stamp.validated': 'L’horodatage appartient à la déclaration d’identité.',
  'cawg.x509.time_stamp.trusted':
    'L’heure de la déclaration d’identité vient d’une autorité d’horodatage reconnue ici.',
  'cawg.x509.time_stamp.untrusted':
    'L’autorité d’horodatage de la déclaration d’identité n’est pas parmi celles qui sont reconnues ici.',
  'cawg.x509.time_stamp.mismatch':
    'L’horodatage de la déclaration d’identité appartient à une autre.',
  'cawg.x509.time_stamp.malformed': 'L’horodatage de la déclaration d’identité est illisible.',
  'cawg.x509.time_stamp.outside_validity':
    'Le certificat de l’autorité d’horodatage de la déclaration d’identité n’était pas valable à ce moment-là.',
  'cawg.ica.credential_valid': 'Le garant de l’identité l’a signée.',
  'cawg.ica.untrusted_issuer':
    'Le garant de l’identité n’est pas connu ici ; cela ne concerne pas le sceau.',
  'cawg.ica.did_unavailable':
    'Le garant de l’identité n’a pas pu être recherché : personne d’autre n’est interrogé d’ici.',
  'cawg.ica.invalid_did_document': 'La manière de vérifier le garant de l’identité est illisible.',
  'cawg.ica.invalid_issuer':
    'La déclaration d’identité nomme son garant d’une manière inconnue ici.',
  'cawg.ica.invalid_cose_sign1': 'La signature du garant de l’identité est illisible.',
  'cawg.ica.invalid_alg': 'Le garant de l’identité a signé avec un algorithme inconnu ici.',
  'cawg.ica.invalid_content_type': 'La déclaration d’identité n’est pas du type requis.',
  'cawg.ica.invalid_verifiable_credential': 'La déclaration d’identité est illisible.',
  'cawg.ica.signature_mismatch':
    'La signature du garant de l’identité ne correspond pas : la déclaration a été modifiée.',
  'cawg.ica.signer_payload.mismatch':
    'La déclaration d’identité a été faite pour d’autres déclarations que celles de ce sceau.',
  'cawg.ica.time_stamp.validated': 'L’horodatage appartient à la déclaration d’identité.',
  'cawg.ica.time_stamp.invalid': 'L’horodatage de la déclaration d’identité n’est pas en ordre.',
  'cawg.ica.valid_from.missing':
    'La déclaration d’identité ne dit pas à partir de quand elle est valable.',
  'cawg.ica.valid_from.invalid':
    'La déclaration d’identité n’était pas encore valable lors du scellement, ou ne l’est pas encore.',
  'cawg.ica.valid_until.invalid': 'La déclaration d’identité n’est plus valable.',
  'cawg.*': 'Une déclaration d’identité a été vérifiée.',
  'timeStamp.*': 'L’horodatage a été vérifié.',
  '*': 'Une partie du sceau a été vérifiée.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Rien n’a changé depuis le scellement. ${signer} : connu seulement de la liste provisoire, close en janvier 2026.`,
  'partly-confirmed': () => 'Rien n’a changé depuis le scellement, mais tout n’est pas confirmé.',
  'broken-source': () => 'Le fichier source avait un sceau brisé.',
  'unknown-source': () => 'Le signataire du fichier source n’est pas de confiance.',
  broken: () => 'Le sceau n’est pas en ordre.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `Dans un fichier source : ${sentence}`),
  verdictReason: (reason, signer = 'Le signataire') => reasons[reason](signer),
};
