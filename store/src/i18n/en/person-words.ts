/** Phrases of a question that asks for a person, with commas between them, without accents and in small letters. */
export const personWords = `chat, live chat, chatbot, agent, human, representative, adviser, advisor, customer service, customer support,
    customer care, support team, hotline, helpline, talk to, talk with, speak to, speak with, someone, somebody, real person, contact,
    contact you, reach you, call you, phone you, ring you, email you, write to you, message you, complaint, complain`;
