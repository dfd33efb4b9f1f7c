import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'De handtekening van het zegel klopt.',
  'claimSignature.insideValidity': 'Het certificaat was geldig toen het zegel werd gemaakt.',
  'claimSignature.outsideValidity': 'Het certificaat was niet geldig toen het zegel werd gemaakt.',
  'claimSignature.mismatch': 'De handtekening past niet bij het zegel: het zegel is gewijzigd.',
  'claimSignature.missing': 'Het zegel heeft geen handtekening.',
  'signingCredential.trusted': 'De ondertekenaar hoort bij wie hier wordt vertrouwd.',
  'signingCredential.untrusted': 'De ondertekenaar hoort niet bij wie hier wordt vertrouwd.',
  'org.sealed-capture.interimSigner':
    'De ondertekenaar is alleen bekend van de tijdelijke lijst, die in januari 2026 is gesloten.',
  'org.sealed-capture.timeStamp.interim':
    'De tijdstempelautoriteit is alleen bekend van de tijdelijke lijst, die in januari 2026 is gesloten.',
  'signingCredential.invalid':
    'Het certificaat van de ondertekenaar mag niet voor een zegel worden gebruikt.',
  'signingCredential.expired':
    'Het certificaat van de ondertekenaar was verlopen, en geen vertrouwd tijdstempel zegt iets anders.',
  'signingCredential.revoked': 'Het certificaat van de ondertekenaar is ingetrokken.',
  'signingCredential.ocsp.notRevoked': 'Het certificaat van de ondertekenaar was niet ingetrokken.',
  'signingCredential.ocsp.unknown': 'Of het certificaat is ingetrokken, is niet bekend.',
  'signingCredential.ocsp.inaccessible':
    'Of het certificaat is ingetrokken, kon niet worden gevraagd.',
  'signingCredential.ocsp.skipped':
    'Of het certificaat is ingetrokken, is niet gevraagd: niemand anders hoort wat hier wordt gecontroleerd.',
  'timeStamp.validated': 'Het tijdstempel hoort bij dit zegel.',
  'timeStamp.trusted': 'De tijd komt van een tijdstempelautoriteit die hier wordt vertrouwd.',
  'org.sealed-capture.seal.detached': 'Het zegel staat in een eigen bestand.',
  'org.sealed-capture.timeStamp.later':
    'Het tijdstempel is na het zegel toegevoegd: het zegel bestond toen al, en kan ouder zijn.',
  'org.sealed-capture.timeStamp.unsupported':
    'Het tijdstempel gebruikt een algoritme dat hier niet bekend is, en is dus niet gecontroleerd.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'Of de tijdstempelautoriteit bekend is, is niet nagegaan: zegels van deze oudere soort (C2PA 1) worden zonder gelezen.',
  'org.sealed-capture.timeStamp.afterValidation':
    'Op het tijdstip waarvoor is gecontroleerd, bevestigde nog geen tijdstempel dit zegel.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'De klok van het apparaat liep bij het verzegelen gelijk, op vijf minuten na.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'De klok van het apparaat liep bij het verzegelen meer dan vijf minuten verkeerd.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'De tijd van de opname is later dan die van het zegel, dus kan die niet kloppen.',
  'timeStamp.untrusted': 'De tijdstempelautoriteit hoort niet bij wie hier wordt vertrouwd.',
  'timeStamp.mismatch': 'Het tijdstempel hoort bij een ander zegel.',
  'timeStamp.malformed': 'Het tijdstempel is onleesbaar.',
  'timeStamp.outsideValidity': 'Het certificaat van de tijdstempelautoriteit was toen niet geldig.',
  'timeStamp.credentialInvalid':
    'Het certificaat van de tijdstempelautoriteit mag niet voor een tijdstempel worden gebruikt.',
  'timeOfSigning.insideValidity':
    'De tijd die de ondertekenaar geeft, valt binnen de geldigheid van het certificaat.',
  'timeOfSigning.outsideValidity':
    'De tijd die de ondertekenaar geeft, valt buiten de geldigheid van het certificaat.',
  'assertion.dataHash.match': 'Het bestand is byte voor byte het verzegelde.',
  'assertion.dataHash.mismatch': 'Het bestand is na de verzegeling gewijzigd.',
  'assertion.dataHash.malformed': 'De band tussen zegel en bestand is onleesbaar.',
  'assertion.dataHash.redacted': 'De band tussen zegel en bestand is verwijderd.',
  'assertion.dataHash.additionalExclusionsPresent':
    'Het zegel laat meer van het bestand buiten beschouwing dan zichzelf.',
  'assertion.boxesHash.match': 'De delen van het bestand zijn de verzegelde.',
  'assertion.boxesHash.unknownBox': 'Het bestand bevat delen die niet zijn verzegeld.',
  'assertion.collectionHash.match': 'De bestanden van de verzameling zijn de verzegelde.',
  'assertion.collectionHash.incorrectFileCount':
    'De verzameling heeft meer of minder bestanden dan er zijn verzegeld.',
  'assertion.collectionHash.invalidURI':
    'Het zegel noemt een bestand van de verzameling op een manier die niet is toegestaan.',
  'assertion.collectionHash.mismatch':
    'Een bestand van de verzameling is na de verzegeling gewijzigd.',
  'assertion.multiAssetHash.missingPart': 'Een verzegeld deel van het bestand ontbreekt.',
  'assertion.hashedURI.match': 'De verklaringen van het zegel zijn de ondertekende.',
  'assertion.hashedURI.mismatch': 'Verklaringen van het zegel zijn na het ondertekenen gewijzigd.',
  'hashedURI.missing': 'Het zegel verwijst naar een deel dat er niet is.',
  'hashedURI.mismatch': 'Een deel waarnaar het zegel verwijst, is na het ondertekenen gewijzigd.',
  'assertion.missing': 'Een ondertekende verklaring ontbreekt.',
  'assertion.required.missing': 'Een verklaring die elk zegel moet bevatten, ontbreekt.',
  'assertion.outsideManifest': 'Een ondertekende verklaring staat buiten het zegel.',
  'assertion.multipleHardBindings': 'Het zegel is op meer dan één manier aan het bestand gebonden.',
  'assertion.undeclared': 'Het zegel bevat een verklaring die niet is ondertekend.',
  'assertion.accessible': 'Een elders bewaarde verklaring is bereikbaar.',
  'assertion.inaccessible': 'Een elders bewaarde verklaring is niet bereikbaar.',
  'assertion.notRedacted': 'Een verklaring die verwijderd had moeten zijn, is er nog.',
  'assertion.selfRedacted': 'Het zegel verwijdert zijn eigen verklaringen.',
  'assertion.action.malformed': 'Wat er met het bestand is gedaan, is onleesbaar.',
  'assertion.action.ingredientMismatch':
    'Wat er met het bestand is gedaan, past niet bij zijn bronnen.',
  'assertion.action.redacted': 'De lijst van wat er met het bestand is gedaan, is verwijderd.',
  'assertion.action.redactionMismatch':
    'Het zegel zegt dat een verklaring is verwijderd, maar niet welke.',
  'assertion.action.softBindingMissing':
    'Het zegel zegt dat een watermerk is toegevoegd, maar beschrijft het niet.',
  'assertion.ingredient.malformed': 'Waarvan het bestand is gemaakt, is onleesbaar.',
  'assertion.metadata.disallowed': 'Het zegel bevat een veld dat niet is toegestaan.',
  'assertion.json.invalid': 'Een verklaring van het zegel is geen leesbare JSON.',
  'assertion.cbor.invalid': 'Een verklaring van het zegel is geen leesbare CBOR.',
  'assertion.timestamp.malformed': 'Een tijdstempel in het zegel is onleesbaar.',
  'assertion.cloud-data.hardBinding':
    'De band tussen zegel en bestand staat elders, wat niet is toegestaan.',
  'assertion.cloud-data.actions':
    'Wat er met het bestand is gedaan, staat elders, wat niet is toegestaan.',
  'assertion.cloud-data.malformed': 'Waar een verklaring wordt bewaard, is onleesbaar.',
  'assertion.cloud-data.labelMismatch': 'De elders bewaarde verklaring is een andere.',
  'assertion.external-reference.malformed': 'Waarnaar het zegel elders verwijst, is onleesbaar.',
  'assertion.external-reference.created':
    'Het zegel zegt dat iets elders van de ondertekenaar is, wat niet is toegestaan.',
  'claim.missing': 'Het zegel heeft geen claim.',
  'claim.multiple': 'Het zegel heeft meer dan één claim.',
  'claim.hardBindings.missing': 'Het zegel is aan geen enkel bestand gebonden.',
  'claim.malformed': 'De claim van het zegel mist een veld of heeft er een dat niet is toegestaan.',
  'claim.cbor.invalid': 'De claim van het zegel is geen leesbare CBOR.',
  'claim.required.missing': 'De claim van het zegel mist wat elke claim moet bevatten.',
  'ingredient.manifest.validated': 'Het zegel van het bronbestand is gecontroleerd.',
  'ingredient.claimSignature.validated': 'Het zegel van het bronbestand is ondertekend.',
  'ingredient.hashedURI.match': 'Het bronbestand is het genoemde.',
  'ingredient.hashedURI.mismatch': 'Het bronbestand is niet het genoemde.',
  'ingredient.manifest.missing': 'Het zegel van het bronbestand ontbreekt.',
  'ingredient.manifest.mismatch': 'Het zegel van het bronbestand is gewijzigd.',
  'ingredient.claimSignature.mismatch': 'De handtekening van het bronbestand klopt niet.',
  'ingredient.claimSignature.missing': 'Het zegel van het bronbestand heeft geen handtekening.',
  'ingredient.unknownProvenance': 'Het bronbestand droeg geen zegel.',
  'ingredient.*': 'Een bronbestand is gecontroleerd.',
  'manifest.missing': 'Het zegel is niet waar het bestand zegt dat het is.',
  'manifest.inaccessible': 'Het zegel wordt elders bewaard; daar wordt niets opgehaald.',
  'manifest.unknownProvenance': 'Waar het bestand vandaan komt, is uit dit zegel niet op te maken.',
  'manifest.compressed.invalid':
    'Het zegel is gecomprimeerd op een manier die niet ongedaan te maken is.',
  'manifest.multipleParents': 'Het zegel noemt meer dan één bronbestand.',
  'manifest.update.invalid': 'Een bijwerking van het zegel is zo niet toegestaan.',
  'manifest.update.wrongParents':
    'Een bijwerking van het zegel noemt niet het zegel dat ze bijwerkt.',
  'manifest.timestamp.invalid': 'Een later tijdstempel van het zegel is zo niet toegestaan.',
  'manifest.timestamp.wrongParents':
    'Een later tijdstempel noemt niet het zegel waar het bij hoort.',
  'manifest.unreferenced': 'Het bestand bevat een zegel waarnaar niets verwijst.',
  'algorithm.unsupported': 'Het zegel gebruikt een algoritme dat hier niet bekend is.',
  'algorithm.deprecated': 'Het zegel gebruikt een algoritme dat niet meer als veilig geldt.',
  'general.error': 'Het zegel of het bestand is onleesbaar.',
  'cawg.identity.well-formed': 'De identiteitsverklaring is goed gevormd.',
  'cawg.identity.trusted': 'De identiteitsverklaring komt van iemand die hier wordt vertrouwd.',
  'cawg.identity.assertion.mismatch':
    'De identiteitsverklaring gaat over andere verklaringen dan die van dit zegel.',
  'cawg.identity.assertion.duplicate': 'De identiteitsverklaring noemt een verklaring twee keer.',
  'cawg.identity.hard_binding_missing':
    'De identiteitsverklaring is niet aan het bestand gebonden.',
  'cawg.identity.pad.invalid': 'De identiteitsverklaring bevat gegevens waar die niet mogen staan.',
  'cawg.identity.sig_type.unknown':
    'De identiteitsverklaring is ondertekend op een manier die hier niet bekend is.',
  'cawg.x509.signature.validated': 'De handtekening van de identiteitsverklaring klopt.',
  'cawg.x509.signature.mismatch': 'De handtekening van de identiteitsverklaring klopt niet.',
  'cawg.x509.signature.outside_validity':
    'De identiteitsverklaring is ondertekend toen het certificaat niet geldig was.',
  'cawg.x509.credential.trusted':
    'De maker van de identiteitsverklaring hoort bij wie hier wordt vertrouwd.',
  'cawg.x509.credential.invalid':
    'Het certificaat van de identiteitsverklaring mag daar niet voor worden gebruikt.',
  'cawg.x509.credential.untrusted':
    'De maker van de identiteitsverklaring is hier niet bekend; dat raakt het zegel niet.',
  'cawg.x509.algorithm.unsupported':
    'De identiteitsverklaring gebruikt een algoritme dat hier niet bekend is.',
  'cawg.x509.time_stamp.validated': 'Het tijdstempel hoort bij de identiteitsverklaring.',
  'cawg.x509.time_stamp.trusted':
    'De tijd van de identiteitsverklaring komt van een tijdstempelautoriteit die hier wordt vertrouwd.',
  'cawg.x509.time_stamp.untrusted':
    'De tijdstempelautoriteit van de identiteitsverklaring hoort niet bij wie hier wordt vertrouwd.',
  'cawg.x509.time_stamp.mismatch':
    'Het tijdstempel van de identiteitsverklaring hoort bij een andere.',
  'cawg.x509.time_stamp.malformed': 'Het tijdstempel van de identiteitsverklaring is onleesbaar.',
  'cawg.x509.time_stamp.outside_validity':
    'Het certificaat van de tijdstempelautoriteit van de identiteitsverklaring was toen niet geldig.',
  'cawg.ica.credential_valid': 'Wie voor de identiteit instaat, heeft haar ondertekend.',
  'cawg.ica.untrusted_issuer':
    'Wie voor de identiteit instaat, is hier niet bekend; dat raakt het zegel niet.',
  'cawg.ica.did_unavailable':
    'Wie voor de identiteit instaat, kon niet worden opgezocht: vanhier wordt niemand anders gevraagd.',
  'cawg.ica.invalid_did_document':
    'Hoe te controleren is wie voor de identiteit instaat, is onleesbaar.',
  'cawg.ica.invalid_issuer':
    'De identiteitsverklaring noemt wie voor haar instaat op een manier die hier niet bekend is.',
  'cawg.ica.invalid_cose_sign1':
    'De handtekening van wie voor de identiteit instaat, is onleesbaar.',
  'cawg.ica.invalid_alg':
    'Wie voor de identiteit instaat, heeft ondertekend met een algoritme dat hier niet bekend is.',
  'cawg.ica.invalid_content_type': 'De identiteitsverklaring is niet van het vereiste type.',
  'cawg.ica.invalid_verifiable_credential': 'De identiteitsverklaring is onleesbaar.',
  'cawg.ica.signature_mismatch':
    'De handtekening van wie voor de identiteit instaat, klopt niet: de verklaring is gewijzigd.',
  'cawg.ica.signer_payload.mismatch':
    'De identiteitsverklaring is gemaakt voor andere verklaringen dan die van dit zegel.',
  'cawg.ica.time_stamp.validated': 'Het tijdstempel hoort bij de identiteitsverklaring.',
  'cawg.ica.time_stamp.invalid': 'Het tijdstempel van de identiteitsverklaring is niet in orde.',
  'cawg.ica.valid_from.missing': 'De identiteitsverklaring zegt niet vanaf wanneer ze geldt.',
  'cawg.ica.valid_from.invalid':
    'De identiteitsverklaring gold nog niet toen het zegel werd gemaakt, of geldt nog niet.',
  'cawg.ica.valid_until.invalid': 'De identiteitsverklaring geldt niet meer.',
  'cawg.*': 'Een identiteitsverklaring is gecontroleerd.',
  'timeStamp.*': 'Het tijdstempel is gecontroleerd.',
  '*': 'Een deel van het zegel is gecontroleerd.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Er is niets veranderd sinds de verzegeling. ${signer} is alleen bekend van de tijdelijke lijst, die in januari 2026 is gesloten.`,
  'partly-confirmed': () =>
    'Er is niets veranderd sinds de verzegeling, maar niet alles is bevestigd.',
  'broken-source': () => 'Het bronbestand had een verbroken zegel.',
  'unknown-source': () => 'De ondertekenaar van het bronbestand wordt niet vertrouwd.',
  broken: () => 'Het zegel is niet in orde.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `In een bronbestand: ${sentence}`),
  verdictReason: (reason, signer = 'De ondertekenaar') => reasons[reason](signer),
};
