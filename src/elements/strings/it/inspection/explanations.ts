import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'La firma del sigillo è corretta.',
  'claimSignature.insideValidity': 'Il certificato era valido quando il sigillo è stato apposto.',
  'claimSignature.outsideValidity':
    'Il certificato non era valido quando il sigillo è stato apposto.',
  'claimSignature.mismatch': 'La firma non corrisponde al sigillo: il sigillo è stato modificato.',
  'claimSignature.missing': 'Il sigillo non ha firma.',
  'signingCredential.trusted': 'Il firmatario è tra quelli considerati affidabili qui.',
  'signingCredential.untrusted': 'Il firmatario non è tra quelli considerati affidabili qui.',
  'org.sealed-capture.interimSigner':
    'Il firmatario è noto solo dall’elenco provvisorio, chiuso nel gennaio 2026.',
  'org.sealed-capture.timeStamp.interim':
    'L’autorità di marcatura temporale è nota solo dall’elenco provvisorio, chiuso nel gennaio 2026.',
  'signingCredential.invalid': 'Il certificato del firmatario non può essere usato per un sigillo.',
  'signingCredential.expired':
    'Il certificato del firmatario era scaduto, e nessuna marca temporale affidabile dice altro.',
  'signingCredential.revoked': 'Il certificato del firmatario è stato revocato.',
  'signingCredential.ocsp.notRevoked': 'Il certificato del firmatario non era revocato.',
  'signingCredential.ocsp.unknown': 'Non si sa se il certificato sia stato revocato.',
  'signingCredential.ocsp.inaccessible':
    'Non è stato possibile chiedere se il certificato sia stato revocato.',
  'signingCredential.ocsp.skipped':
    'Non è stato chiesto se il certificato sia stato revocato: nessun altro viene a sapere che cosa si verifica qui.',
  'timeStamp.validated': 'La marca temporale appartiene a questo sigillo.',
  'timeStamp.trusted':
    'L’ora viene da un’autorità di marcatura temporale considerata affidabile qui.',
  'org.sealed-capture.seal.detached': 'Il sigillo è in un file a parte.',
  'org.sealed-capture.timeStamp.later':
    'La marca temporale è stata aggiunta dopo il sigillo: a quell’ora il sigillo esisteva, e può essere più vecchio.',
  'org.sealed-capture.timeStamp.unsupported':
    'La marca temporale usa un algoritmo non noto qui, perciò non è stata verificata.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'Non è stato verificato se l’autorità di marcatura temporale sia nota: i sigilli di questo tipo più vecchio (C2PA 1) si leggono senza.',
  'org.sealed-capture.timeStamp.afterValidation':
    'Al momento per cui si è verificato, nessuna marca temporale confermava ancora questo sigillo.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'L’orologio del dispositivo era giusto al momento della sigillatura, entro cinque minuti.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'L’orologio del dispositivo era sbagliato di più di cinque minuti al momento della sigillatura.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'L’ora dell’acquisizione è successiva a quella del sigillo, quindi non può essere giusta.',
  'timeStamp.untrusted':
    'L’autorità di marcatura temporale non è tra quelle considerate affidabili qui.',
  'timeStamp.mismatch': 'La marca temporale appartiene a un altro sigillo.',
  'timeStamp.malformed': 'La marca temporale è illeggibile.',
  'timeStamp.outsideValidity':
    'Il certificato dell’autorità di marcatura temporale allora non era valido.',
  'timeStamp.credentialInvalid':
    'Il certificato dell’autorità di marcatura temporale non può essere usato per una marca temporale.',
  'timeOfSigning.insideValidity':
    'L’ora data dal firmatario rientra nella validità del certificato.',
  'timeOfSigning.outsideValidity':
    'L’ora data dal firmatario è fuori dalla validità del certificato.',
  'assertion.dataHash.match': 'Il file è quello sigillato, byte per byte.',
  'assertion.dataHash.mismatch': 'Il file è stato modificato dopo essere stato sigillato.',
  'assertion.dataHash.malformed': 'Il legame tra sigillo e file è illeggibile.',
  'assertion.dataHash.redacted': 'Il legame tra sigillo e file è stato rimosso.',
  'assertion.dataHash.additionalExclusionsPresent':
    'Il sigillo tralascia del file più di sé stesso.',
  'assertion.boxesHash.match': 'Le parti del file sono quelle sigillate.',
  'assertion.boxesHash.unknownBox': 'Il file contiene parti che non sono state sigillate.',
  'assertion.collectionHash.match': 'I file della raccolta sono quelli sigillati.',
  'assertion.collectionHash.incorrectFileCount':
    'La raccolta ha più file, o meno, di quelli sigillati.',
  'assertion.collectionHash.invalidURI':
    'Il sigillo nomina un file della raccolta in un modo non consentito.',
  'assertion.collectionHash.mismatch':
    'Un file della raccolta è stato modificato dopo essere stato sigillato.',
  'assertion.multiAssetHash.missingPart': 'Manca una parte sigillata del file.',
  'assertion.hashedURI.match': 'Le dichiarazioni del sigillo sono quelle firmate.',
  'assertion.hashedURI.mismatch':
    'Le dichiarazioni del sigillo sono state modificate dopo la firma.',
  'hashedURI.missing': 'Il sigillo rimanda a una parte che non c’è.',
  'hashedURI.mismatch': 'Una parte a cui il sigillo rimanda è stata modificata dopo la firma.',
  'assertion.missing': 'Manca una dichiarazione firmata.',
  'assertion.required.missing': 'Manca una dichiarazione che ogni sigillo deve contenere.',
  'assertion.outsideManifest': 'Una dichiarazione firmata è fuori dal sigillo.',
  'assertion.multipleHardBindings': 'Il sigillo è legato al file in più di un modo.',
  'assertion.undeclared': 'Il sigillo contiene una dichiarazione che non è stata firmata.',
  'assertion.accessible': 'Una dichiarazione conservata altrove è raggiungibile.',
  'assertion.inaccessible': 'Una dichiarazione conservata altrove non è raggiungibile.',
  'assertion.notRedacted': 'Una dichiarazione che doveva essere rimossa c’è ancora.',
  'assertion.selfRedacted': 'Il sigillo rimuove le proprie dichiarazioni.',
  'assertion.action.malformed': 'Che cosa è stato fatto al file è illeggibile.',
  'assertion.action.ingredientMismatch':
    'Ciò che è stato fatto al file non concorda con i file di origine.',
  'assertion.action.redacted': 'L’elenco di ciò che è stato fatto al file è stato rimosso.',
  'assertion.action.redactionMismatch':
    'Il sigillo dice che una dichiarazione è stata rimossa, ma non quale.',
  'assertion.action.softBindingMissing':
    'Il sigillo dice che è stata aggiunta una filigrana, ma non la descrive.',
  'assertion.ingredient.malformed': 'Da che cosa deriva il file è illeggibile.',
  'assertion.metadata.disallowed': 'Il sigillo contiene un campo non consentito.',
  'assertion.json.invalid': 'Una dichiarazione del sigillo non è un JSON leggibile.',
  'assertion.cbor.invalid': 'Una dichiarazione del sigillo non è un CBOR leggibile.',
  'assertion.timestamp.malformed': 'Una marca temporale nel sigillo è illeggibile.',
  'assertion.cloud-data.hardBinding':
    'Il legame tra sigillo e file sta altrove, e ciò non è consentito.',
  'assertion.cloud-data.actions':
    'Ciò che è stato fatto al file sta altrove, e ciò non è consentito.',
  'assertion.cloud-data.malformed': 'Il luogo in cui è conservata una dichiarazione è illeggibile.',
  'assertion.cloud-data.labelMismatch': 'La dichiarazione conservata altrove è un’altra.',
  'assertion.external-reference.malformed': 'Ciò a cui il sigillo rimanda altrove è illeggibile.',
  'assertion.external-reference.created':
    'Il sigillo dice che qualcosa di esterno è del suo firmatario, e ciò non è consentito.',
  'claim.missing': 'Il sigillo non ha una dichiarazione principale (claim).',
  'claim.multiple': 'Il sigillo ha più di una dichiarazione principale (claim).',
  'claim.hardBindings.missing': 'Il sigillo non è legato ad alcun file.',
  'claim.malformed':
    'Alla dichiarazione principale (claim) manca un campo, o ne ha uno non consentito.',
  'claim.cbor.invalid': 'La dichiarazione principale (claim) del sigillo non è un CBOR leggibile.',
  'claim.required.missing':
    'Alla dichiarazione principale (claim) manca ciò che tutte devono contenere.',
  'ingredient.manifest.validated': 'Il sigillo del file di origine è stato verificato.',
  'ingredient.claimSignature.validated': 'Il sigillo del file di origine è firmato.',
  'ingredient.hashedURI.match': 'Il file di origine è quello indicato.',
  'ingredient.hashedURI.mismatch': 'Il file di origine non è quello indicato.',
  'ingredient.manifest.missing': 'Manca il sigillo del file di origine.',
  'ingredient.manifest.mismatch': 'Il sigillo del file di origine è stato modificato.',
  'ingredient.claimSignature.mismatch': 'La firma del file di origine non corrisponde.',
  'ingredient.claimSignature.missing': 'Il sigillo del file di origine non ha firma.',
  'ingredient.unknownProvenance': 'Il file di origine non portava un sigillo.',
  'ingredient.*': 'È stato verificato un file di origine.',
  'manifest.missing': 'Il sigillo non è dove il file dice che sia.',
  'manifest.inaccessible': 'Il sigillo è conservato altrove; da lì non si prende nulla.',
  'manifest.unknownProvenance': 'Da questo sigillo non si capisce da dove venga il file.',
  'manifest.compressed.invalid': 'Il sigillo è stato compresso in un modo irreversibile.',
  'manifest.multipleParents': 'Il sigillo nomina più di un file di origine.',
  'manifest.update.invalid': 'Un aggiornamento del sigillo così non è consentito.',
  'manifest.update.wrongParents':
    'Un aggiornamento del sigillo non nomina il sigillo che aggiorna.',
  'manifest.timestamp.invalid': 'Una marca temporale successiva così non è consentita.',
  'manifest.timestamp.wrongParents':
    'Una marca temporale successiva non nomina il sigillo a cui appartiene.',
  'manifest.unreferenced': 'Il file contiene un sigillo a cui nulla rimanda.',
  'algorithm.unsupported': 'Il sigillo usa un algoritmo non noto qui.',
  'algorithm.deprecated': 'Il sigillo usa un algoritmo non più considerato sicuro.',
  'general.error': 'Il sigillo o il file è illeggibile.',
  'cawg.identity.well-formed': 'La dichiarazione d’identità è ben formata.',
  'cawg.identity.trusted':
    'La dichiarazione d’identità viene da qualcuno considerato affidabile qui.',
  'cawg.identity.assertion.mismatch':
    'La dichiarazione d’identità riguarda dichiarazioni diverse da quelle di questo sigillo.',
  'cawg.identity.assertion.duplicate':
    'La dichiarazione d’identità nomina due volte una dichiarazione.',
  'cawg.identity.hard_binding_missing': 'La dichiarazione d’identità non è legata al file.',
  'cawg.identity.pad.invalid':
    'La dichiarazione d’identità contiene dati dove non devono essercene.',
  'cawg.identity.sig_type.unknown':
    'La dichiarazione d’identità è firmata in un modo sconosciuto qui.',
  'cawg.x509.signature.validated': 'La firma della dichiarazione d’identità è corretta.',
  'cawg.x509.signature.mismatch': 'La firma della dichiarazione d’identità non corrisponde.',
  'cawg.x509.signature.outside_validity':
    'La dichiarazione d’identità è stata firmata quando il suo certificato non era valido.',
  'cawg.x509.credential.trusted':
    'L’autore della dichiarazione d’identità è tra quelli considerati affidabili qui.',
  'cawg.x509.credential.invalid':
    'Il certificato della dichiarazione d’identità non può essere usato a questo scopo.',
  'cawg.x509.credential.untrusted':
    'L’autore della dichiarazione d’identità non è noto qui; ciò non riguarda il sigillo.',
  'cawg.x509.algorithm.unsupported': 'La dichiarazione d’identità usa un algoritmo non noto qui.',
  'cawg.x509.time_stamp.validated': 'La marca temporale appartiene alla dichiarazione d’identità.',
  'cawg.x509.time_stamp.trusted':
    'L’ora della dichiarazione d’identità viene da un’autorità di marcatura temporale considerata affidabile qui.',
  'cawg.x509.time_stamp.untrusted':
    'L’autorità di marcatura temporale della dichiarazione d’identità non è tra quelle considerate affidabili qui.',
  'cawg.x509.time_stamp.mismatch':
    'La marca temporale della dichiarazione d’identità appartiene a un’altra.',
  'cawg.x509.time_stamp.malformed':
    'La marca temporale della dichiarazione d’identità è illeggibile.',
  'cawg.x509.time_stamp.outside_validity':
    'Il certificato dell’autorità di marcatura temporale della dichiarazione d’identità allora non era valido.',
  'cawg.ica.credential_valid': 'Il garante dell’identità l’ha firmata.',
  'cawg.ica.untrusted_issuer':
    'Il garante dell’identità non è noto qui; ciò non riguarda il sigillo.',
  'cawg.ica.did_unavailable':
    'Non è stato possibile cercare il garante dell’identità: da qui non si chiede a nessun altro.',
  'cawg.ica.invalid_did_document': 'Come verificare il garante dell’identità è illeggibile.',
  'cawg.ica.invalid_issuer':
    'La dichiarazione d’identità nomina il garante in un modo sconosciuto qui.',
  'cawg.ica.invalid_cose_sign1': 'La firma del garante dell’identità è illeggibile.',
  'cawg.ica.invalid_alg': 'Il garante dell’identità ha firmato con un algoritmo non noto qui.',
  'cawg.ica.invalid_content_type': 'La dichiarazione d’identità non è del tipo dovuto.',
  'cawg.ica.invalid_verifiable_credential': 'La dichiarazione d’identità è illeggibile.',
  'cawg.ica.signature_mismatch':
    'La firma del garante dell’identità non corrisponde: la dichiarazione è stata modificata.',
  'cawg.ica.signer_payload.mismatch':
    'La dichiarazione d’identità è stata fatta per dichiarazioni diverse da quelle di questo sigillo.',
  'cawg.ica.time_stamp.validated': 'La marca temporale appartiene alla dichiarazione d’identità.',
  'cawg.ica.time_stamp.invalid':
    'La marca temporale della dichiarazione d’identità non è in ordine.',
  'cawg.ica.valid_from.missing': 'La dichiarazione d’identità non dice da quando vale.',
  'cawg.ica.valid_from.invalid':
    'La dichiarazione d’identità non valeva ancora al momento del sigillo, o non vale ancora.',
  'cawg.ica.valid_until.invalid': 'La dichiarazione d’identità non vale più.',
  'cawg.*': 'È stata verificata una dichiarazione d’identità.',
  'timeStamp.*': 'È stata verificata la marca temporale.',
  '*': 'È stata verificata una parte del sigillo.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Nulla è cambiato da quando è stato sigillato. ${signer}: noto solo dall’elenco provvisorio, chiuso nel gennaio 2026.`,
  'partly-confirmed': () =>
    'Nulla è cambiato da quando è stato sigillato, ma non tutto è confermato.',
  'broken-source': () => 'Il file di origine aveva il sigillo rotto.',
  'unknown-source': () => 'Il firmatario del file di origine non è attendibile.',
  broken: () => 'Il sigillo non è in ordine.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `In un file di origine: ${sentence}`),
  verdictReason: (reason, signer = 'Il firmatario') => reasons[reason](signer),
};
