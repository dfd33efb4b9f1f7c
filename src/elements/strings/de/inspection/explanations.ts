import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'Die Unterschrift des Siegels ist korrekt.',
  'claimSignature.insideValidity': 'Das Zertifikat war gültig, als das Siegel entstand.',
  'claimSignature.outsideValidity': 'Das Zertifikat war nicht gültig, als das Siegel entstand.',
  'claimSignature.mismatch': 'Die Unterschrift passt nicht zum Siegel: Das Siegel wurde geändert.',
  'claimSignature.missing': 'Das Siegel trägt keine Unterschrift.',
  'signingCredential.trusted': 'Der Unterzeichner gehört zu denen, denen hier vertraut wird.',
  'signingCredential.untrusted':
    'Der Unterzeichner gehört nicht zu denen, denen hier vertraut wird.',
  'org.sealed-capture.interimSigner':
    'Der Unterzeichner ist nur aus der Übergangsliste bekannt, die im Januar 2026 geschlossen wurde.',
  'org.sealed-capture.timeStamp.interim':
    'Die Zeitstempelstelle ist nur aus der Übergangsliste bekannt, die im Januar 2026 geschlossen wurde.',
  'signingCredential.invalid':
    'Das Zertifikat des Unterzeichners darf nicht für Siegel verwendet werden.',
  'signingCredential.expired':
    'Das Zertifikat des Unterzeichners war abgelaufen, und kein vertrauenswürdiger Zeitstempel besagt etwas anderes.',
  'signingCredential.revoked': 'Das Zertifikat des Unterzeichners wurde widerrufen.',
  'signingCredential.ocsp.notRevoked': 'Das Zertifikat des Unterzeichners war nicht widerrufen.',
  'signingCredential.ocsp.unknown': 'Ob das Zertifikat widerrufen wurde, ist nicht bekannt.',
  'signingCredential.ocsp.inaccessible':
    'Ob das Zertifikat widerrufen wurde, ließ sich nicht erfragen.',
  'signingCredential.ocsp.skipped':
    'Ob das Zertifikat widerrufen wurde, wurde nicht erfragt: Niemand sonst erfährt, was hier geprüft wird.',
  'timeStamp.validated': 'Der Zeitstempel gehört zu diesem Siegel.',
  'timeStamp.trusted': 'Die Zeit stammt von einer Zeitstempelstelle, der hier vertraut wird.',
  'org.sealed-capture.seal.detached': 'Das Siegel steht in einer eigenen Datei.',
  'org.sealed-capture.timeStamp.later':
    'Der Zeitstempel kam erst nach dem Siegel hinzu: Zu dieser Zeit gab es das Siegel, und es kann älter sein.',
  'org.sealed-capture.timeStamp.unsupported':
    'Der Zeitstempel verwendet ein Verfahren, das hier nicht bekannt ist, und wurde deshalb nicht geprüft.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'Ob die Zeitstempelstelle bekannt ist, wurde nicht geprüft: Siegel dieser älteren Art (C2PA 1) werden ohne diese Prüfung gelesen.',
  'org.sealed-capture.timeStamp.afterValidation':
    'Zum Zeitpunkt, für den geprüft wurde, war das Siegel noch nicht durch einen Zeitstempel bestätigt.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'Die Uhr des Geräts ging bei der Versiegelung richtig, auf fünf Minuten genau.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'Die Uhr des Geräts ging bei der Versiegelung um mehr als fünf Minuten falsch.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'Die Zeit der Aufnahme liegt nach der Zeit des Siegels; sie kann nicht stimmen.',
  'timeStamp.untrusted': 'Die Zeitstempelstelle gehört nicht zu denen, denen hier vertraut wird.',
  'timeStamp.mismatch': 'Der Zeitstempel gehört zu einem anderen Siegel.',
  'timeStamp.malformed': 'Der Zeitstempel ist nicht lesbar.',
  'timeStamp.outsideValidity': 'Das Zertifikat der Zeitstempelstelle war damals nicht gültig.',
  'timeStamp.credentialInvalid':
    'Das Zertifikat der Zeitstempelstelle darf nicht für Zeitstempel verwendet werden.',
  'timeOfSigning.insideValidity':
    'Die vom Unterzeichner genannte Zeit liegt in der Gültigkeitsdauer des Zertifikats.',
  'timeOfSigning.outsideValidity':
    'Die vom Unterzeichner genannte Zeit liegt außerhalb der Gültigkeitsdauer des Zertifikats.',
  'assertion.dataHash.match': 'Die Datei ist Byte für Byte die versiegelte.',
  'assertion.dataHash.mismatch': 'Die Datei wurde nach der Versiegelung geändert.',
  'assertion.dataHash.malformed': 'Die Bindung des Siegels an die Datei ist nicht lesbar.',
  'assertion.dataHash.redacted': 'Die Bindung des Siegels an die Datei wurde entfernt.',
  'assertion.dataHash.additionalExclusionsPresent':
    'Das Siegel lässt mehr von der Datei aus als sich selbst.',
  'assertion.boxesHash.match': 'Die Teile der Datei sind die versiegelten.',
  'assertion.boxesHash.unknownBox': 'Die Datei enthält Teile, die nicht versiegelt wurden.',
  'assertion.collectionHash.match': 'Die Dateien der Sammlung sind die versiegelten.',
  'assertion.collectionHash.incorrectFileCount':
    'Die Sammlung hat mehr oder weniger Dateien, als versiegelt wurden.',
  'assertion.collectionHash.invalidURI':
    'Das Siegel nennt eine Datei der Sammlung auf unzulässige Weise.',
  'assertion.collectionHash.mismatch':
    'Eine Datei der Sammlung wurde nach der Versiegelung geändert.',
  'assertion.multiAssetHash.missingPart': 'Ein versiegelter Teil der Datei fehlt.',
  'assertion.hashedURI.match': 'Die Angaben des Siegels sind die unterschriebenen.',
  'assertion.hashedURI.mismatch': 'Angaben des Siegels wurden nach dem Unterschreiben geändert.',
  'hashedURI.missing': 'Das Siegel verweist auf einen Teil, der fehlt.',
  'hashedURI.mismatch':
    'Ein Teil, auf den das Siegel verweist, wurde nach dem Unterschreiben geändert.',
  'assertion.missing': 'Eine unterschriebene Angabe fehlt.',
  'assertion.required.missing': 'Eine Angabe, die jedes Siegel enthalten muss, fehlt.',
  'assertion.outsideManifest': 'Eine unterschriebene Angabe steht außerhalb des Siegels.',
  'assertion.multipleHardBindings': 'Das Siegel ist auf mehr als eine Weise an die Datei gebunden.',
  'assertion.undeclared': 'Das Siegel enthält eine Angabe, die nicht unterschrieben wurde.',
  'assertion.accessible': 'Eine anderswo aufbewahrte Angabe ist erreichbar.',
  'assertion.inaccessible': 'Eine anderswo aufbewahrte Angabe ist nicht erreichbar.',
  'assertion.notRedacted': 'Eine Angabe, die entfernt sein sollte, ist noch vorhanden.',
  'assertion.selfRedacted': 'Das Siegel entfernt seine eigenen Angaben.',
  'assertion.action.malformed': 'Was mit der Datei geschah, ist nicht lesbar.',
  'assertion.action.ingredientMismatch':
    'Was mit der Datei geschah, passt nicht zu ihren Ausgangsdateien.',
  'assertion.action.redacted': 'Die Liste dessen, was mit der Datei geschah, wurde entfernt.',
  'assertion.action.redactionMismatch':
    'Laut Siegel wurde eine Angabe entfernt, aber nicht, welche.',
  'assertion.action.softBindingMissing':
    'Laut Siegel wurde ein Wasserzeichen hinzugefügt, aber nicht beschrieben.',
  'assertion.ingredient.malformed': 'Woraus die Datei entstanden ist, ist nicht lesbar.',
  'assertion.metadata.disallowed': 'Das Siegel enthält ein unzulässiges Feld.',
  'assertion.json.invalid': 'Eine Angabe des Siegels ist kein lesbares JSON.',
  'assertion.cbor.invalid': 'Eine Angabe des Siegels ist kein lesbares CBOR.',
  'assertion.timestamp.malformed': 'Ein Zeitstempel im Siegel ist nicht lesbar.',
  'assertion.cloud-data.hardBinding':
    'Die Bindung des Siegels an die Datei steht anderswo, was nicht zulässig ist.',
  'assertion.cloud-data.actions':
    'Was mit der Datei geschah, steht anderswo, was nicht zulässig ist.',
  'assertion.cloud-data.malformed': 'Wo eine Angabe aufbewahrt wird, ist nicht lesbar.',
  'assertion.cloud-data.labelMismatch': 'Die anderswo aufbewahrte Angabe ist eine andere.',
  'assertion.external-reference.malformed':
    'Worauf das Siegel anderswo verweist, ist nicht lesbar.',
  'assertion.external-reference.created':
    'Laut Siegel stammt etwas anderswo vom Unterzeichner, was nicht zulässig ist.',
  'claim.missing': 'Das Siegel hat keinen Claim.',
  'claim.multiple': 'Das Siegel hat mehr als einen Claim.',
  'claim.hardBindings.missing': 'Das Siegel ist an keine Datei gebunden.',
  'claim.malformed': 'Dem Claim des Siegels fehlt ein Feld, oder es hat ein unzulässiges.',
  'claim.cbor.invalid': 'Der Claim des Siegels ist kein lesbares CBOR.',
  'claim.required.missing': 'Dem Claim des Siegels fehlt, was jeder Claim enthalten muss.',
  'ingredient.manifest.validated': 'Das Siegel der Ausgangsdatei wurde geprüft.',
  'ingredient.claimSignature.validated': 'Das Siegel der Ausgangsdatei ist unterschrieben.',
  'ingredient.hashedURI.match': 'Die Ausgangsdatei ist die genannte.',
  'ingredient.hashedURI.mismatch': 'Die Ausgangsdatei ist nicht die genannte.',
  'ingredient.manifest.missing': 'Das Siegel der Ausgangsdatei fehlt.',
  'ingredient.manifest.mismatch': 'Das Siegel der Ausgangsdatei wurde geändert.',
  'ingredient.claimSignature.mismatch': 'Die Unterschrift der Ausgangsdatei passt nicht.',
  'ingredient.claimSignature.missing': 'Das Siegel der Ausgangsdatei trägt keine Unterschrift.',
  'ingredient.unknownProvenance': 'Die Ausgangsdatei trug kein Siegel.',
  'ingredient.*': 'Eine Ausgangsdatei wurde geprüft.',
  'manifest.missing': 'Das Siegel ist nicht dort, wo die Datei es angibt.',
  'manifest.inaccessible': 'Das Siegel liegt anderswo; von dort wird nichts geholt.',
  'manifest.unknownProvenance':
    'Woher die Datei kommt, lässt sich aus diesem Siegel nicht ersehen.',
  'manifest.compressed.invalid':
    'Das Siegel wurde auf eine Weise komprimiert, die sich nicht umkehren lässt.',
  'manifest.multipleParents': 'Das Siegel nennt mehr als eine Ausgangsdatei.',
  'manifest.update.invalid': 'Eine Aktualisierung des Siegels ist so nicht zulässig.',
  'manifest.update.wrongParents':
    'Eine Aktualisierung des Siegels nennt nicht das Siegel, das sie aktualisiert.',
  'manifest.timestamp.invalid': 'Ein späterer Zeitstempel des Siegels ist so nicht zulässig.',
  'manifest.timestamp.wrongParents':
    'Ein späterer Zeitstempel nennt nicht das Siegel, zu dem er gehört.',
  'manifest.unreferenced': 'Die Datei enthält ein Siegel, auf das nichts verweist.',
  'algorithm.unsupported': 'Das Siegel verwendet ein Verfahren, das hier nicht bekannt ist.',
  'algorithm.deprecated': 'Das Siegel verwendet ein Verfahren, das nicht mehr als sicher gilt.',
  'general.error': 'Das Siegel oder die Datei ist nicht lesbar.',
  'cawg.identity.well-formed': 'Die Identitätsangabe ist richtig aufgebaut.',
  'cawg.identity.trusted': 'Die Identitätsangabe stammt von jemandem, dem hier vertraut wird.',
  'cawg.identity.assertion.mismatch':
    'Die Identitätsangabe bezieht sich auf andere Angaben als die dieses Siegels.',
  'cawg.identity.assertion.duplicate': 'Die Identitätsangabe nennt eine Angabe zweimal.',
  'cawg.identity.hard_binding_missing': 'Die Identitätsangabe ist nicht an die Datei gebunden.',
  'cawg.identity.pad.invalid': 'Die Identitätsangabe enthält Daten, wo keine stehen dürfen.',
  'cawg.identity.sig_type.unknown':
    'Die Identitätsangabe ist auf eine hier unbekannte Weise unterschrieben.',
  'cawg.x509.signature.validated': 'Die Unterschrift der Identitätsangabe ist korrekt.',
  'cawg.x509.signature.mismatch': 'Die Unterschrift der Identitätsangabe passt nicht.',
  'cawg.x509.signature.outside_validity':
    'Die Identitätsangabe wurde unterschrieben, als ihr Zertifikat nicht gültig war.',
  'cawg.x509.credential.trusted':
    'Der Urheber der Identitätsangabe gehört zu denen, denen hier vertraut wird.',
  'cawg.x509.credential.invalid':
    'Das Zertifikat der Identitätsangabe darf nicht für eine solche verwendet werden.',
  'cawg.x509.credential.untrusted':
    'Der Urheber der Identitätsangabe ist hier nicht bekannt; das betrifft nicht das Siegel.',
  'cawg.x509.algorithm.unsupported':
    'Die Identitätsangabe verwendet ein Verfahren, das hier nicht bekannt ist.',
  'cawg.x509.time_stamp.validated': 'Der Zeitstempel gehört zur Identitätsangabe.',
  'cawg.x509.time_stamp.trusted':
    'Die Zeit der Identitätsangabe stammt von einer Zeitstempelstelle, der hier vertraut wird.',
  'cawg.x509.time_stamp.untrusted':
    'Die Zeitstempelstelle der Identitätsangabe gehört nicht zu denen, denen hier vertraut wird.',
  'cawg.x509.time_stamp.mismatch': 'Der Zeitstempel der Identitätsangabe gehört zu einer anderen.',
  'cawg.x509.time_stamp.malformed': 'Der Zeitstempel der Identitätsangabe ist nicht lesbar.',
  'cawg.x509.time_stamp.outside_validity':
    'Das Zertifikat der Zeitstempelstelle der Identitätsangabe war damals nicht gültig.',
  'cawg.ica.credential_valid': 'Die bürgende Stelle hat die Identität unterschrieben.',
  'cawg.ica.untrusted_issuer':
    'Die Stelle, die für die Identität bürgt, ist hier nicht bekannt; das betrifft nicht das Siegel.',
  'cawg.ica.did_unavailable':
    'Die Stelle, die für die Identität bürgt, ließ sich nicht nachschlagen: Von hier aus wird niemand sonst gefragt.',
  'cawg.ica.invalid_did_document': 'Wie die bürgende Stelle zu prüfen ist, ist nicht lesbar.',
  'cawg.ica.invalid_issuer':
    'Die Identitätsangabe nennt die bürgende Stelle auf eine hier unbekannte Weise.',
  'cawg.ica.invalid_cose_sign1': 'Die Unterschrift der bürgenden Stelle ist nicht lesbar.',
  'cawg.ica.invalid_alg':
    'Die bürgende Stelle hat mit einem Verfahren unterschrieben, das hier nicht bekannt ist.',
  'cawg.ica.invalid_content_type': 'Die Identitätsangabe hat nicht den vorgeschriebenen Typ.',
  'cawg.ica.invalid_verifiable_credential': 'Die Identitätsangabe ist nicht lesbar.',
  'cawg.ica.signature_mismatch':
    'Die Unterschrift der bürgenden Stelle passt nicht: Die Identitätsangabe wurde geändert.',
  'cawg.ica.signer_payload.mismatch':
    'Die Identitätsangabe wurde für andere Angaben gemacht als die dieses Siegels.',
  'cawg.ica.time_stamp.validated': 'Der Zeitstempel gehört zur Identitätsangabe.',
  'cawg.ica.time_stamp.invalid': 'Der Zeitstempel der Identitätsangabe ist nicht in Ordnung.',
  'cawg.ica.valid_from.missing': 'Die Identitätsangabe sagt nicht, ab wann sie gilt.',
  'cawg.ica.valid_from.invalid':
    'Die Identitätsangabe galt noch nicht, als das Siegel entstand, oder gilt noch nicht.',
  'cawg.ica.valid_until.invalid': 'Die Identitätsangabe gilt nicht mehr.',
  'cawg.*': 'Eine Identitätsangabe wurde geprüft.',
  'timeStamp.*': 'Der Zeitstempel wurde geprüft.',
  '*': 'Ein Teil des Siegels wurde geprüft.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Seit der Versiegelung hat sich nichts geändert. ${signer} ist nur aus der Übergangsliste bekannt, die im Januar 2026 geschlossen wurde.`,
  'partly-confirmed': () =>
    'Seit der Versiegelung hat sich nichts geändert, aber nicht alles ist bestätigt.',
  'broken-source': () => 'Die Ausgangsdatei hatte ein gebrochenes Siegel.',
  'unknown-source': () => 'Dem Unterzeichner der Ausgangsdatei wird nicht vertraut.',
  broken: () => 'Das Siegel ist nicht in Ordnung.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `In einer Ausgangsdatei: ${sentence}`),
  verdictReason: (reason, signer = 'Der Unterzeichner') => reasons[reason](signer),
};
