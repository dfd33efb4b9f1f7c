import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'Podpis pieczęci jest prawidłowy.',
  'claimSignature.insideValidity': 'Certyfikat był ważny, gdy składano pieczęć.',
  'claimSignature.outsideValidity': 'Certyfikat nie był ważny, gdy składano pieczęć.',
  'claimSignature.mismatch': 'Podpis nie pasuje do pieczęci: pieczęć zmieniono.',
  'claimSignature.missing': 'Pieczęć nie ma podpisu.',
  'signingCredential.trusted': 'Podpisujący należy do tych, którym się tu ufa.',
  'signingCredential.untrusted': 'Podpisujący nie należy do tych, którym się tu ufa.',
  'org.sealed-capture.interimSigner':
    'Podpisujący jest znany tylko z listy tymczasowej, zamkniętej w styczniu 2026.',
  'org.sealed-capture.timeStamp.interim':
    'Urząd znacznika czasu jest znany tylko z listy tymczasowej, zamkniętej w styczniu 2026.',
  'signingCredential.invalid': 'Certyfikatu podpisującego nie można używać do pieczęci.',
  'signingCredential.expired':
    'Certyfikat podpisującego wygasł i żaden zaufany znacznik czasu nie mówi inaczej.',
  'signingCredential.revoked': 'Certyfikat podpisującego unieważniono.',
  'signingCredential.ocsp.notRevoked': 'Certyfikat podpisującego nie był unieważniony.',
  'signingCredential.ocsp.unknown': 'Nie wiadomo, czy certyfikat unieważniono.',
  'signingCredential.ocsp.inaccessible': 'Nie można było zapytać, czy certyfikat unieważniono.',
  'signingCredential.ocsp.skipped':
    'Nie pytano, czy certyfikat unieważniono: nikt inny nie dowiaduje się, co się tu sprawdza.',
  'timeStamp.validated': 'Znacznik czasu należy do tej pieczęci.',
  'timeStamp.trusted': 'Czas pochodzi od urzędu znacznika czasu, któremu się tu ufa.',
  'org.sealed-capture.seal.detached': 'Pieczęć jest w osobnym pliku.',
  'org.sealed-capture.timeStamp.later':
    'Znacznik czasu dodano po złożeniu pieczęci: pieczęć wtedy istniała i może być starsza.',
  'org.sealed-capture.timeStamp.unsupported':
    'Znacznik czasu używa nieznanego tu algorytmu, więc nie został sprawdzony.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'Nie sprawdzono, czy urząd znacznika czasu jest znany: pieczęcie tego starszego rodzaju (C2PA 1) odczytuje się bez tego.',
  'org.sealed-capture.timeStamp.afterValidation':
    'W chwili, dla której sprawdzano, żaden znacznik czasu nie potwierdzał jeszcze tej pieczęci.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'Zegar urządzenia był przy pieczętowaniu dokładny, do pięciu minut.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'Zegar urządzenia różnił się przy pieczętowaniu o ponad pięć minut.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'Czas wykonania jest późniejszy niż czas pieczęci, więc nie może być prawidłowy.',
  'timeStamp.untrusted': 'Urząd znacznika czasu nie należy do tych, którym się tu ufa.',
  'timeStamp.mismatch': 'Znacznik czasu należy do innej pieczęci.',
  'timeStamp.malformed': 'Znacznika czasu nie można odczytać.',
  'timeStamp.outsideValidity': 'Certyfikat urzędu znacznika czasu nie był wtedy ważny.',
  'timeStamp.credentialInvalid':
    'Certyfikatu urzędu znacznika czasu nie można używać do znaczników czasu.',
  'timeOfSigning.insideValidity':
    'Czas podany przez podpisującego mieści się w okresie ważności certyfikatu.',
  'timeOfSigning.outsideValidity':
    'Czas podany przez podpisującego nie mieści się w okresie ważności certyfikatu.',
  'assertion.dataHash.match': 'Plik jest bajt po bajcie tym, który opieczętowano.',
  'assertion.dataHash.mismatch': 'Plik zmieniono po opieczętowaniu.',
  'assertion.dataHash.malformed': 'Powiązania pieczęci z plikiem nie można odczytać.',
  'assertion.dataHash.redacted': 'Powiązanie pieczęci z plikiem usunięto.',
  'assertion.dataHash.additionalExclusionsPresent': 'Pieczęć pomija więcej pliku niż samą siebie.',
  'assertion.boxesHash.match': 'Części pliku są tymi, które opieczętowano.',
  'assertion.boxesHash.unknownBox': 'Plik zawiera części, których nie opieczętowano.',
  'assertion.collectionHash.match': 'Pliki zbioru są tymi, które opieczętowano.',
  'assertion.collectionHash.incorrectFileCount':
    'Zbiór ma więcej lub mniej plików, niż opieczętowano.',
  'assertion.collectionHash.invalidURI': 'Pieczęć wskazuje plik zbioru w niedozwolony sposób.',
  'assertion.collectionHash.mismatch': 'Plik zbioru zmieniono po opieczętowaniu.',
  'assertion.multiAssetHash.missingPart': 'Brakuje opieczętowanej części pliku.',
  'assertion.hashedURI.match': 'Oświadczenia pieczęci są tymi, które podpisano.',
  'assertion.hashedURI.mismatch': 'Oświadczenia pieczęci zmieniono po podpisaniu.',
  'hashedURI.missing': 'Pieczęć odsyła do części, której nie ma.',
  'hashedURI.mismatch': 'Część, do której odsyła pieczęć, zmieniono po podpisaniu.',
  'assertion.missing': 'Brakuje podpisanego oświadczenia.',
  'assertion.required.missing': 'Brakuje oświadczenia, które musi zawierać każda pieczęć.',
  'assertion.outsideManifest': 'Podpisane oświadczenie znajduje się poza pieczęcią.',
  'assertion.multipleHardBindings': 'Pieczęć jest powiązana z plikiem na więcej niż jeden sposób.',
  'assertion.undeclared': 'Pieczęć zawiera oświadczenie, którego nie podpisano.',
  'assertion.accessible': 'Oświadczenie przechowywane gdzie indziej jest dostępne.',
  'assertion.inaccessible': 'Oświadczenie przechowywane gdzie indziej jest niedostępne.',
  'assertion.notRedacted': 'Oświadczenie, które miało być usunięte, nadal istnieje.',
  'assertion.selfRedacted': 'Pieczęć usuwa własne oświadczenia.',
  'assertion.action.malformed': 'Nie można odczytać, co zrobiono z plikiem.',
  'assertion.action.ingredientMismatch':
    'To, co zrobiono z plikiem, nie zgadza się z jego źródłami.',
  'assertion.action.redacted': 'Listę tego, co zrobiono z plikiem, usunięto.',
  'assertion.action.redactionMismatch':
    'Pieczęć mówi, że usunięto oświadczenie, ale nie mówi które.',
  'assertion.action.softBindingMissing': 'Pieczęć mówi, że dodano znak wodny, ale go nie opisuje.',
  'assertion.ingredient.malformed': 'Nie można odczytać, z czego powstał plik.',
  'assertion.metadata.disallowed': 'Pieczęć zawiera niedozwolone pole.',
  'assertion.json.invalid': 'Oświadczenie pieczęci nie jest czytelnym JSON.',
  'assertion.cbor.invalid': 'Oświadczenie pieczęci nie jest czytelnym CBOR.',
  'assertion.timestamp.malformed': 'Znacznika czasu w pieczęci nie można odczytać.',
  'assertion.cloud-data.hardBinding':
    'Powiązanie pieczęci z plikiem jest gdzie indziej, co jest niedozwolone.',
  'assertion.cloud-data.actions':
    'To, co zrobiono z plikiem, jest zapisane gdzie indziej, co jest niedozwolone.',
  'assertion.cloud-data.malformed': 'Nie można odczytać, gdzie jest przechowywane oświadczenie.',
  'assertion.cloud-data.labelMismatch': 'Oświadczenie przechowywane gdzie indziej jest inne.',
  'assertion.external-reference.malformed':
    'Nie można odczytać, do czego pieczęć odsyła gdzie indziej.',
  'assertion.external-reference.created':
    'Pieczęć mówi, że coś z zewnątrz pochodzi od podpisującego, co jest niedozwolone.',
  'claim.missing': 'Pieczęć nie ma oświadczenia głównego (claim).',
  'claim.multiple': 'Pieczęć ma więcej niż jedno oświadczenie główne (claim).',
  'claim.hardBindings.missing': 'Pieczęć nie jest powiązana z żadnym plikiem.',
  'claim.malformed': 'W oświadczeniu głównym (claim) brakuje pola lub jest pole niedozwolone.',
  'claim.cbor.invalid': 'Oświadczenie główne (claim) pieczęci nie jest czytelnym CBOR.',
  'claim.required.missing': 'W oświadczeniu głównym (claim) brakuje tego, co każde musi zawierać.',
  'ingredient.manifest.validated': 'Pieczęć pliku źródłowego sprawdzono.',
  'ingredient.claimSignature.validated': 'Pieczęć pliku źródłowego jest podpisana.',
  'ingredient.hashedURI.match': 'Plik źródłowy jest tym, który wskazano.',
  'ingredient.hashedURI.mismatch': 'Plik źródłowy nie jest tym, który wskazano.',
  'ingredient.manifest.missing': 'Brakuje pieczęci pliku źródłowego.',
  'ingredient.manifest.mismatch': 'Pieczęć pliku źródłowego zmieniono.',
  'ingredient.claimSignature.mismatch': 'Podpis pliku źródłowego nie pasuje.',
  'ingredient.claimSignature.missing': 'Pieczęć pliku źródłowego nie ma podpisu.',
  'ingredient.unknownProvenance': 'Plik źródłowy nie miał pieczęci.',
  'ingredient.*': 'Plik źródłowy sprawdzono.',
  'manifest.missing': 'Pieczęci nie ma tam, gdzie wskazuje plik.',
  'manifest.inaccessible': 'Pieczęć jest przechowywana gdzie indziej; nic się stamtąd nie pobiera.',
  'manifest.unknownProvenance': 'Z tej pieczęci nie wynika, skąd pochodzi plik.',
  'manifest.compressed.invalid': 'Pieczęć skompresowano w sposób, którego nie można cofnąć.',
  'manifest.multipleParents': 'Pieczęć wskazuje więcej niż jeden plik źródłowy.',
  'manifest.update.invalid': 'Aktualizacja pieczęci w tej postaci jest niedozwolona.',
  'manifest.update.wrongParents': 'Aktualizacja pieczęci nie wskazuje pieczęci, którą aktualizuje.',
  'manifest.timestamp.invalid': 'Późniejszy znacznik czasu w tej postaci jest niedozwolony.',
  'manifest.timestamp.wrongParents':
    'Późniejszy znacznik czasu nie wskazuje pieczęci, do której należy.',
  'manifest.unreferenced': 'Plik zawiera pieczęć, do której nic nie odsyła.',
  'algorithm.unsupported': 'Pieczęć używa nieznanego tu algorytmu.',
  'algorithm.deprecated': 'Pieczęć używa algorytmu, którego nie uważa się już za bezpieczny.',
  'general.error': 'Pieczęci lub pliku nie można odczytać.',
  'cawg.identity.well-formed': 'Oświadczenie o tożsamości jest poprawnie zbudowane.',
  'cawg.identity.trusted': 'Oświadczenie o tożsamości pochodzi od kogoś, komu się tu ufa.',
  'cawg.identity.assertion.mismatch':
    'Oświadczenie o tożsamości dotyczy innych oświadczeń niż w tej pieczęci.',
  'cawg.identity.assertion.duplicate': 'Oświadczenie o tożsamości wymienia oświadczenie dwa razy.',
  'cawg.identity.hard_binding_missing': 'Oświadczenie o tożsamości nie jest powiązane z plikiem.',
  'cawg.identity.pad.invalid':
    'Oświadczenie o tożsamości zawiera dane tam, gdzie nie może ich być.',
  'cawg.identity.sig_type.unknown': 'Oświadczenie o tożsamości podpisano w nieznany tu sposób.',
  'cawg.x509.signature.validated': 'Podpis oświadczenia o tożsamości jest prawidłowy.',
  'cawg.x509.signature.mismatch': 'Podpis oświadczenia o tożsamości nie pasuje.',
  'cawg.x509.signature.outside_validity':
    'Oświadczenie o tożsamości podpisano, gdy jego certyfikat nie był ważny.',
  'cawg.x509.credential.trusted':
    'Autor oświadczenia o tożsamości należy do tych, którym się tu ufa.',
  'cawg.x509.credential.invalid': 'Certyfikatu oświadczenia o tożsamości nie można do tego używać.',
  'cawg.x509.credential.untrusted':
    'Autor oświadczenia o tożsamości nie jest tu znany; nie dotyczy to pieczęci.',
  'cawg.x509.algorithm.unsupported': 'Oświadczenie o tożsamości używa nieznanego tu algorytmu.',
  'cawg.x509.time_stamp.validated': 'Znacznik czasu należy do oświadczenia o tożsamości.',
  'cawg.x509.time_stamp.trusted':
    'Czas oświadczenia o tożsamości pochodzi od urzędu znacznika czasu, któremu się tu ufa.',
  'cawg.x509.time_stamp.untrusted':
    'Urząd znacznika czasu oświadczenia o tożsamości nie należy do tych, którym się tu ufa.',
  'cawg.x509.time_stamp.mismatch': 'Znacznik czasu oświadczenia o tożsamości należy do innego.',
  'cawg.x509.time_stamp.malformed': 'Znacznika czasu oświadczenia o tożsamości nie można odczytać.',
  'cawg.x509.time_stamp.outside_validity':
    'Certyfikat urzędu znacznika czasu oświadczenia o tożsamości nie był wtedy ważny.',
  'cawg.ica.credential_valid': 'Poręczający za tożsamość ją podpisał.',
  'cawg.ica.untrusted_issuer':
    'Poręczający za tożsamość nie jest tu znany; nie dotyczy to pieczęci.',
  'cawg.ica.did_unavailable':
    'Nie można było wyszukać poręczającego za tożsamość: nikogo innego się stąd nie pyta.',
  'cawg.ica.invalid_did_document': 'Nie można odczytać, jak sprawdzić poręczającego za tożsamość.',
  'cawg.ica.invalid_issuer':
    'Oświadczenie o tożsamości wskazuje poręczającego w nieznany tu sposób.',
  'cawg.ica.invalid_cose_sign1': 'Podpisu poręczającego za tożsamość nie można odczytać.',
  'cawg.ica.invalid_alg': 'Poręczający za tożsamość podpisał nieznanym tu algorytmem.',
  'cawg.ica.invalid_content_type': 'Oświadczenie o tożsamości nie jest wymaganego typu.',
  'cawg.ica.invalid_verifiable_credential': 'Oświadczenia o tożsamości nie można odczytać.',
  'cawg.ica.signature_mismatch':
    'Podpis poręczającego za tożsamość nie pasuje: oświadczenie zmieniono.',
  'cawg.ica.signer_payload.mismatch':
    'Oświadczenie o tożsamości złożono dla innych oświadczeń niż w tej pieczęci.',
  'cawg.ica.time_stamp.validated': 'Znacznik czasu należy do oświadczenia o tożsamości.',
  'cawg.ica.time_stamp.invalid': 'Znacznik czasu oświadczenia o tożsamości nie jest w porządku.',
  'cawg.ica.valid_from.missing': 'Oświadczenie o tożsamości nie mówi, od kiedy jest ważne.',
  'cawg.ica.valid_from.invalid':
    'Oświadczenie o tożsamości nie było jeszcze ważne, gdy składano pieczęć, lub jeszcze nie jest.',
  'cawg.ica.valid_until.invalid': 'Oświadczenie o tożsamości nie jest już ważne.',
  'cawg.*': 'Sprawdzono oświadczenie o tożsamości.',
  'timeStamp.*': 'Sprawdzono znacznik czasu.',
  '*': 'Sprawdzono część pieczęci.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Od złożenia pieczęci nic się nie zmieniło. ${signer} – podmiot znany tylko z listy tymczasowej, zamkniętej w styczniu 2026.`,
  'partly-confirmed': () =>
    'Od złożenia pieczęci nic się nie zmieniło, ale nie wszystko jest potwierdzone.',
  'broken-source': () => 'Plik źródłowy miał naruszoną pieczęć.',
  'unknown-source': () => 'Podpisujący plik źródłowy nie jest zaufany.',
  broken: () => 'Pieczęć nie jest w porządku.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `W pliku źródłowym: ${sentence}`),
  verdictReason: (reason, signer = 'Podpisujący') => reasons[reason](signer),
};
