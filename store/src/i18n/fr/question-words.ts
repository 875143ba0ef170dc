export const questionWords = `ai aucun aucune au aux avec avoir c ca ce ces cest cette comment d dans de des dois doit du elle en est et etre fait fais
    faire faut il ils j jai je l la le les leur lui m ma mais me mes mon n ne nest ni nos notre nous on ont ou par pas peut peux
    plus pour pourquoi puis puisje qu quand que quel quelle quelles quels qui quoi s sa se ses si son sont sur t ta te tes ton
    toujours tu un une veux vos votre vous y svp merci possible jai estce eston bonjour suis`;
