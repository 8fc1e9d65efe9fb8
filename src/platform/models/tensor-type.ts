/** What the values of a tensor are: TensorProto.DataType of ONNX, as far as encoders hold them. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
export const FLOAT16 = 10;
