/** Words of a question that say nothing about its subject, without accents and in small letters. */
export const questionWords = `a an and any are as at be been but by can cant cannot could did do does doesnt dont for from get gets go got had has
    have how i if im in into is isnt it its just like me my need no not of on or our should so still that the their them then there
    they this to too up us use want was we were what whats when where which who why will with wont would you your yours while whats theres ive im keeps havent hasnt arent please`;
