export const PRODUCTION_ARGS: string[];
export const COMPILE_CACHE: string;
export const WITH_PARENT: string[];
