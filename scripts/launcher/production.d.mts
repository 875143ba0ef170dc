export const PRODUCTION_ARGS: string[];
export const OPS_BUNDLE: string;
export const COMPILE_CACHE: string;
export const WITH_PARENT: string[];
