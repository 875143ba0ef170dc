/** Phrases of a question that asks for a person, with commas between them, without accents and in small letters. */
export const personWords = `chat, tchat, agent, conseiller, conseillere, humain, service client, service clients, sav, hotline, parler a,
    parler avec, discuter avec, quelquun, vraie personne, contact, contacter, vous joindre, joindre le, vous appeler, vous ecrire,
    reclamation, me plaindre, support client, assistance`;
